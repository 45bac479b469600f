import { transactionFlowCause } from '@adtally/contract/money/statements.ts'
import { transactionFlowDetail, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { planChart, planConversions, planDetail, planStop } from '@adtally/contract/plans/plans.ts'
import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'
import { parseAmount } from '@adtally/money/money.ts'
import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { verifyLedger } from '../ledger/index.ts'
import { readPlanPage } from '../statistics/index.ts'
import { signPostback } from './events/postback-signature.ts'
import { keepHouse, settleBooks, verifyStatistics } from './index.ts'

const SYSTEM = { kind: 'system' } as const
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)

async function ask(
  device: string,
  key = market.placement_key,
): Promise<{ fill: boolean; reason?: string; token: string; click_url: string }> {
  const reply = await t.server.inject({
    url: `/delivery/v1/decision?placement=${key}&device=${device}`,
    headers: { origin: market.origin, 'user-agent': PHONE },
  })
  return reply.json()
}

/** An advertisement for a device, polled until the plan's budget has been leased. */
async function shownTo(device: string, key = market.placement_key) {
  let decision = await ask(device, key)
  const isFilled = async () => {
    if (!decision.fill) decision = await ask(device, key)
    return decision.fill
  }
  await expect.poll(isFilled, { message: `an advertisement for ${device}` }).toBe(true)
  return decision
}

async function beacon(token: string, kind: string) {
  return await t.server.inject({
    method: 'POST',
    url: '/delivery/v1/event',
    headers: { origin: market.origin, 'user-agent': PHONE, 'content-type': 'text/plain' },
    payload: JSON.stringify({ token, kind }),
  })
}

test('a visit becomes an impression, a click, a conversion: in statistics, ledger and the plan’s page alike', async () => {
  const customer = await market.customerWith('500.00')
  const plan_id = await market.place(customer.customer_id, 100_000_000n)
  await t.services.delivery.refresh()

  const decision = await shownTo('device-0000000001')
  expect((await beacon(decision.token, 'impression')).json()).toEqual({ accepted: 1 })
  await t.advance(1_000)
  expect((await beacon(decision.token, 'viewable')).json()).toEqual({ accepted: 1 })
  const again = await beacon(decision.token, 'impression')
  expect([again.statusCode, again.json()]).toEqual([
    200,
    { accepted: 0, refused: [{ index: 0, reason: 'duplicate' }] },
  ])

  const click = await t.server.inject({
    url: decision.click_url,
    headers: { origin: market.origin, 'user-agent': PHONE },
  })
  expect(click.statusCode).toBe(302)
  const landing = new URL(String(click.headers.location))
  expect(landing.origin + landing.pathname).toBe('https://shop.example/meadow')
  const click_id = landing.searchParams.get('click_id') ?? ''

  const postback = { click_id, goal: 'install', timestamp: t.services.clock.now_ms() }
  const signature = signPostback(market.postback_secret, postback)
  const report = { advertiser_id: market.advertiser_id, ...postback, signature }
  const conversion = await t.server.inject({
    method: 'POST',
    url: '/delivery/v1/conversion',
    payload: report,
  })
  expect(conversion.json()).toMatchObject({ accepted: true })
  const repeated = await t.server.inject({ method: 'POST', url: '/delivery/v1/conversion', payload: report })
  expect(repeated.json()).toMatchObject({ accepted: false, reason: 'duplicate' })

  await settleBooks(t.services)
  const reading = await t.call(statisticsList, {}, { token: customer.token })
  expect(reading.data).toMatchObject({
    invested: '100.00',
    delivery_orders: 1,
    consumed: '0.002',
    to_be_consumed: '99.998',
    impressions: 1,
    clicks: 1,
    conversions: 1,
    advertising_revenue: '1.20',
    profit: '1.198',
    estimated: true,
    learning_phase: true,
  })
  const page = await t.call(planDetail, { plan_id }, { token: customer.token })
  expect(page.data).toMatchObject({
    status: 'putting',
    consumed: '0.002',
    revenue: '1.20',
    figures: { impressions: 1, viewable: 1, clicks: 1, conversions: 1, invalid_events: 0 },
    placements: [
      { impressions: 1, clicks: 1, conversions: 1, consumed: '0.002', revenue: '1.20', push: 'official' },
    ],
  })
  expect(page.data.placements[0]?.publisher_domain).toMatch(/\.example$/)
  const conversions = await t.call(planConversions, { plan_id }, { token: customer.token })
  expect(conversions.data.items).toMatchObject([
    { goal: 'install', payout: '1.20', state: 'credited', placement: expect.stringMatching(/^Slot/) },
  ])
  await expectBooksRight()
  await expectEntriesToOpen(customer.token, plan_id, page.data.number)
})

/** Follows the fund flow down: the line, its entries, and the batch of events behind one (PRODUCT §2.1). */
async function expectEntriesToOpen(token: string, plan_id: string, number: string): Promise<void> {
  const options = { token }
  const { data: flow } = await t.call(transactionFlowList, { search: number }, options)
  expect(flow.items.map(({ amount }) => amount).toSorted()).toEqual(['-0.002', '-100.00', '1.20'])
  const billed = flow.items.find(({ amount }) => amount === '-0.002')
  const { data: line } = await t.call(transactionFlowDetail, { id: billed?.id ?? '' }, options)
  const [entry] = line.entries.items
  const { data: cause } = await t.call(
    transactionFlowCause,
    { transfer_id: entry?.transfer_id ?? '' },
    options,
  )
  expect(cause).toMatchObject({ kind: 'spend_batch', number, plan_id })
  expect(Object.fromEntries(cause.facts.map(({ name, value }) => [name, value]))).toMatchObject({
    impressions: '1',
    viewables: '1',
    clicks: '1',
    charge: '0.002',
    fee: '0.0004',
  })
}

test('the charts add up to the figures, in any zone and period, in few points', async () => {
  const customer = await market.customerWith('200.00')
  const product_id = await market.addProduct({ category: 'games_drawn' })
  const { key } = await market.addPlacement({ categories_refused: 'games_puzzle' })
  const plan_id = await market.place(customer.customer_id, 50_000_000n, product_id)
  await t.services.delivery.refresh()
  for (let hours = 0; hours < 5; hours += 1) {
    const { token } = await shownTo(`device-of-charts-${hours}`, key)
    await beacon(token, 'impression')
    await settleBooks(t.services)
    await t.advance(11 * 3_600_000)
    await t.services.delivery.refresh()
  }
  const { token } = customer
  for (const type of ['1', '2', '3', '4'] as const) {
    for (const user_time_zone of ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe']) {
      const { data: reading } = await t.call(statisticsList, { type, user_time_zone }, { token })
      const { data: chart } = await t.call(statisticsChart, { type, user_time_zone }, { token })
      expect(chart.points.length).toBeLessThanOrEqual(96)
      expect(sumOf(chart.points.map(({ spend }) => spend))).toBe(sumOf([reading.consumed]))
    }
  }
  const { data: life } = await t.call(planChart, { plan_id }, { token })
  expect(life.points.length).toBeLessThanOrEqual(120)
  expect(sumOf(life.points.map(({ spend }) => spend))).toBe(10_000n)
})

function sumOf(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + (parseAmount(amount) ?? 0n), 0n)
}

test('an unchanged reading is a 304, a changed one is not', async () => {
  const customer = await market.customerWith('200.00')
  const { headers } = await t.call(statisticsList, {}, { token: customer.token })
  const poll = () =>
    t.call(statisticsList, {}, { token: customer.token, headers: { 'if-none-match': String(headers.etag) } })
  expect((await poll()).status).toBe(304)
  await market.place(customer.customer_id, 50_000_000n)
  expect(await poll()).toMatchObject({ status: 200, data: { invested: '50.00', to_be_consumed: '50.00' } })
})

test('a reading is unchanged for every way of naming its tag, and for no other tag', async () => {
  const { token } = await market.customerWith('200.00')
  const { headers } = await t.call(statisticsList, {}, { token })
  const tag = String(headers.etag)
  const statusFor = async (if_none_match: string) =>
    (await t.call(statisticsList, {}, { token, headers: { 'if-none-match': if_none_match } })).status
  for (const naming of [tag, `W/${tag}`, `"x", ${tag}`, `W/"x",W/${tag} , "y"`, '*']) {
    expect(await statusFor(naming), naming).toBe(304)
  }
  for (const other of ['"x"', 'W/"x"', tag.slice(1, -1), `"x${tag.slice(1)}`, '']) {
    expect(await statusFor(other), other).toBe(200)
  }
})

test('a stopped plan goes through its states by itself to a settlement, with the books right', async () => {
  const customer = await market.customerWith('100.00')
  const product_id = await market.addProduct({ category: 'games_race' })
  const { key } = await market.addPlacement({ categories_refused: 'games_puzzle,games_drawn' })
  const plan_id = await market.place(customer.customer_id, 20_000_000n, product_id)
  await t.services.delivery.refresh()
  for (let device = 0; device < 8; device += 1) {
    const { token } = await shownTo(`device-of-settling-${device}`, key)
    if (device < 6) await beacon(token, 'impression')
  }
  await settleBooks(t.services)
  const page = () => readPlanPage(t.services, customer.customer_id, plan_id)
  expect(await page()).toMatchObject({ status: 'putting', consumed: '0.012', figures: { impressions: 6 } })

  expect((await t.call(planStop, { plan_id }, { token: customer.token })).code).toBe(200)
  await t.services.delivery.refresh()
  expect(await ask('device-of-settling-9', key)).toMatchObject({ fill: false, reason: 'no_plan' })
  await t.advance(3_600_000)
  expect(await page()).toMatchObject({ status: 'putFinished' })
  await t.advance(300_000)
  await keepHouse(t.services)
  await t.advance(10_000)
  expect(await page()).toMatchObject({ status: 'waitSettle', to_be_consumed: '0.00' })
  await t.advance(7 * 86_400_000)
  await keepHouse(t.services)
  await t.advance(10_000)
  expect(await page()).toMatchObject({
    status: 'settled',
    settlement: { spend: '0.012', returned: '19.988' },
  })
  await expectBooksRight()
})

async function expectBooksRight(): Promise<void> {
  await t.services.database.transaction(SYSTEM, async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
}
