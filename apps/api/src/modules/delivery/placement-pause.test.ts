import { planDays } from '@adtally/contract/plans/plan-days.ts'
import { planPlacementPause } from '@adtally/contract/plans/plan-placements.ts'
import { planDetail, planPause, planStop } from '@adtally/contract/plans/plans.ts'
import { parseAmount, total } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { somebodyWaits } from '../../testing/somebody-waits.ts'
import type { BuiltCustomer } from '../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { Catalogue } from './decisions/catalogue.ts'
import { settleBooks, verifyStatistics } from './index.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
let devices = 0

const t = await testProgram()
const market = await buildMarket(t.services, t.modules)
const stop = await t.services.delivery.start()
afterAll(async () => {
  await stop?.()
  await t?.close()
})

interface Decision {
  fill: boolean
  reason?: string
  token: string
}

async function ask(key: string): Promise<Decision> {
  devices += 1
  const device = `device-${String(devices).padStart(10, '0')}`
  const url = `/delivery/v1/decision?placement=${key}&device=${device}`
  return (await t.server.inject({ url, headers: { origin: market.origin, 'user-agent': PHONE } })).json()
}
async function filled(key: string): Promise<Decision> {
  let decision = await ask(key)
  const isFilled = async () => {
    if (!decision.fill) decision = await ask(key)
    return decision.fill
  }
  await expect.poll(isFilled).toBe(true)
  return decision
}
async function show({ token }: Decision): Promise<unknown> {
  const reply = await t.server.inject({
    method: 'POST',
    url: '/delivery/v1/event',
    headers: { origin: market.origin, 'user-agent': PHONE, 'content-type': 'text/plain' },
    payload: JSON.stringify({ token, kind: 'impression' }),
  })
  return reply.json()
}

/** A running plan shown on two placements, in a market of its own, so that nothing else competes. */
async function shownOnTwo(amount_micros = 100_000_000n) {
  const product_id = await market.addProduct({ category: 'games_cards' })
  const sides = [await market.addPlacement(), await market.addPlacement()] as const
  const customer = await market.customerWith('500.00')
  const plan_id = await market.place(customer.customer_id, amount_micros, product_id)
  await t.services.delivery.refresh()
  for (const { key } of sides) {
    // Other plans may win, so it asks until this one was shown.
    await expect
      .poll(async () => {
        await show(await filled(key))
        await settleBooks(t.services)
        const { data } = await page(customer, plan_id)
        return data.placements.length
      })
      .toBeGreaterThan(sides.findIndex((side) => side.key === key))
  }
  return { customer, plan_id, sides }
}
const page = (customer: BuiltCustomer, plan_id: string) =>
  t.call(planDetail, { plan_id }, { token: customer.token })
const pause = (customer: BuiltCustomer, plan_id: string, placement_id: string, paused: boolean) =>
  t.call(planPlacementPause, { plan_id, placement_id, paused }, { token: customer.token })
async function endPlan({ token }: BuiltCustomer, plan_id: string): Promise<void> {
  await t.call(planStop, { plan_id }, { token })
}

test('a paused placement shows the plan no more, the other one does, and what was handed out before is billed [proof 481]', async () => {
  const { customer, plan_id, sides } = await shownOnTwo()
  const [paused, going] = sides
  const handed_out = await filled(paused.key)
  const before = await page(customer, plan_id)
  expect(before.data.placements.map(({ can_pause }) => can_pause)).toEqual([true, true])
  expect(await pause(customer, plan_id, paused.placement_id, true)).toMatchObject({
    code: 200,
    data: { status: 'putting', paused: false },
  })
  // As for the plan's own pause, the notice that names the plan suffices, without a whole reading.
  await expect.poll(async () => (await ask(paused.key)).fill).toBe(false)
  expect((await filled(going.key)).fill).toBe(true)
  const [{ impressions }] = [(await page(customer, plan_id)).data.figures]
  expect(await show(handed_out)).toEqual({ accepted: 1 })
  await settleBooks(t.services)
  const told = (await page(customer, plan_id)).data
  expect(told.figures.impressions).toBe(impressions + 1)
  expect(told.placements.find(({ placement_id }) => placement_id === paused.placement_id)).toMatchObject({
    paused_at: expect.stringMatching(/Z$/),
    can_pause: false,
  })
  expect(told.placement_pauses).toMatchObject([
    { placement: expect.stringMatching(/^Slot/), resumed_at: null },
  ])

  expect(await pause(customer, plan_id, paused.placement_id, false)).toMatchObject({ code: 200 })
  await expect.poll(async () => (await ask(paused.key)).fill).toBe(true)
  const again = (await page(customer, plan_id)).data
  expect(again.placements.map(({ paused_at }) => paused_at)).toEqual([null, null])
  expect(again.placement_pauses).toMatchObject([{ resumed_at: expect.stringMatching(/Z$/) }])
  await endPlan(customer, plan_id)
})

test('the last placement, another’s plan, a placement that it is not on and a plan that does not run are refused [proof 482]', async () => {
  const { customer, plan_id, sides } = await shownOnTwo()
  const [first, second] = sides
  const stranger = await market.customerWith('20.00')
  expect((await pause(stranger, plan_id, first.placement_id, true)).data).toMatchObject({
    reason: 'plan_not_found',
    field: 'plan_id',
  })
  expect((await pause(customer, plan_id, newId(), true)).data).toMatchObject({
    reason: 'placement_not_found',
  })
  // Of two simultaneous pauses the second waits for the first, and would pause the last placement.
  let second_outcome: Promise<Awaited<ReturnType<typeof pause>>> | undefined
  let is_answered = false
  await t.services.database.transaction(
    { kind: 'customer', customer_id: customer.customer_id },
    async (tx) => {
      await sql`select plans.pause_placement(${plan_id}, ${first.placement_id}, true)`.execute(tx)
      second_outcome = pause(customer, plan_id, second.placement_id, true).finally(() => {
        is_answered = true
      })
      await expect.poll(async () => is_answered || (await somebodyWaits(t.db))).toBe(true)
    },
  )
  expect((await second_outcome)?.data.reason).toBe('placement_last')
  // Pausing again is no error, and no second pause.
  const paused = first
  expect((await pause(customer, plan_id, paused.placement_id, true)).code).toBe(200)
  expect((await page(customer, plan_id)).data.placement_pauses).toHaveLength(1)
  // The plan's own pause and resumption leave it paused.
  for (const is_paused of [true, false])
    await t.call(planPause, { plan_id, paused: is_paused }, { token: customer.token })
  expect((await page(customer, plan_id)).data.placement_pauses).toMatchObject([{ resumed_at: null }])
  await endPlan(customer, plan_id)
  expect((await pause(customer, plan_id, paused.placement_id, false)).data.reason).toBe('plan_not_pausable')
  expect((await page(customer, plan_id)).data.placements.map(({ can_pause }) => can_pause)).toEqual([
    false,
    false,
  ])
})

test('the api’s login pauses by the one function, only its customer’s own, and rewrites no pause [proof 483]', async () => {
  const { customer, plan_id, sides } = await shownOnTwo()
  const outcome = (customer_id: string) =>
    t.services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
      const { rows } = await sql<{ outcome: string }>`
        select plans.pause_placement(${plan_id}, ${sides[0].placement_id}, true) as outcome`.execute(tx)
      return rows[0]?.outcome
    })
  expect(await outcome(newId())).toBe('plan_not_found')
  expect(await outcome(customer.customer_id)).toBe('done')
  for (const statement of [
    `update plans.placement_pauses set paused_at = now() where plan_id = '${plan_id}'`,
    `delete from plans.placement_pauses where plan_id = '${plan_id}'`,
  ]) {
    await expect(t.db.asProgram(statement)).rejects.toThrow(/permission denied/)
    await expect(t.db.asOwner(statement)).rejects.toThrow(/ends once|not allowed/)
  }
  await endPlan(customer, plan_id)
})

test('negative control: a catalogue that is not told goes on showing the plan there', async () => {
  const { customer, plan_id, sides } = await shownOnTwo()
  const renew = Catalogue.prototype.renew
  Catalogue.prototype.renew = () => []
  try {
    await pause(customer, plan_id, sides[0].placement_id, true)
    expect((await filled(sides[0].key)).fill).toBe(true)
  } finally {
    Catalogue.prototype.renew = renew
  }
  await endPlan(customer, plan_id)
})

test('a plan by day adds up to the plan exactly, in a zone of quarter hours, over days of other lengths [proof 478]', async () => {
  const { customer, plan_id, sides } = await shownOnTwo()
  for (let night = 0; night < 3; night += 1) {
    await t.advance(9 * 3_600_000)
    await t.services.delivery.refresh()
    for (const { key } of sides) await show(await filled(key))
    await settleBooks(t.services)
  }
  const whole = (await page(customer, plan_id)).data
  for (const user_time_zone of ['UTC', 'Asia/Kathmandu', 'Pacific/Chatham', 'Australia/Lord_Howe']) {
    const { data } = await t.call(planDays, { plan_id, user_time_zone }, { token: customer.token })
    expect(new Set(data.days.map(({ day }) => day)).size).toBe(data.days.length)
    expect(data.days.length).toBeGreaterThan(1)
    expect(data.days.map(({ day }) => day)).toEqual(
      data.days
        .map(({ day }) => day)
        .toSorted()
        .toReversed(),
    )
    expect(data.total).toMatchObject({
      impressions: whole.figures.impressions,
      clicks: whole.figures.clicks,
      conversions: whole.figures.conversions,
      spend: whole.consumed,
      revenue: whole.revenue,
      result: whole.profit,
      promotional: '0.00',
    })
    expect(total(data.days.map(({ spend }) => parseAmount(spend) ?? 0n))).toBe(parseAmount(whole.consumed))
    expect(data.estimated).toBe(true)
  }
  const stranger = await market.customerWith('20.00')
  expect((await t.call(planDays, { plan_id }, { token: stranger.token })).data).toMatchObject({
    reason: 'plan_not_found',
  })
  await t.system(async (tx) => expect(await verifyStatistics(tx)).toEqual([]))
})
