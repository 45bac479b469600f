import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestProgram, testProgram } from '../../testing/servers/test-program.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { buildMarket, type Market } from '../../testing/worlds/build-market.ts'
import { asRole } from '../as-role.ts'
import { keepHouse, settleBooks, signPostback } from '../delivery/index.ts'
import { sendDueNotices } from './deliver.ts'
import { type NoticeReceiver, startNoticeReceiver } from './testing/notice-receiver.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const DAY_MS = 86_400_000

let p: TestProgram
let market: Market
let receiver: NoticeReceiver
let devices = 0

beforeAll(async () => {
  p = await testProgram({ settings: testSettings({ NOTICE_RECEIVERS: 'this_machine' }) })
  market = await buildMarket(p.services, p.modules)
  receiver = await startNoticeReceiver()
  const { advertiser_id } = market
  await market.office.run('set-notice-url', { advertiser_id, url: receiver.url, reason: 'asked for' })
})
afterAll(async () => {
  await p.close()
  await receiver.stop()
})

/** A click's id; the advertisement is shown first, unless it is a forged click. */
async function clickId(options: { is_shown?: boolean; clicks_as?: string } = {}): Promise<string> {
  const { is_shown = true, clicks_as = PHONE } = options
  devices += 1
  const fields = { placement: market.placement_key, device: `device-of-notices-${devices}` }
  const url = `/delivery/v1/decision?${new URLSearchParams(fields)}`
  const { token, click_url } = (
    await p.server.inject({ url, headers: { origin: market.origin, 'user-agent': PHONE } })
  ).json()
  const payload = { token, kind: 'impression' }
  const headers = { origin: market.origin, 'user-agent': PHONE }
  if (is_shown) await p.server.inject({ method: 'POST', url: '/delivery/v1/event', headers, payload })
  const click = await p.server.inject({ url: click_url, headers: { 'user-agent': clicks_as } })
  return new URL(String(click.headers.location)).searchParams.get('click_id') ?? ''
}

async function report(click_id: string, goal: string): Promise<string> {
  const content = { click_id, goal, timestamp: p.services.clock.now_ms() }
  const signature = signPostback(market.postback_secret, content)
  const payload = { advertiser_id: market.advertiser_id, ...content, signature }
  return (await p.server.inject({ method: 'POST', url: '/delivery/v1/conversion', payload })).json()
    .conversion_id
}

/** What has newly been told, in no order. */
async function told() {
  await p.drain()
  await sendDueNotices(asRole(p.services, 'worker'))
  return receiver.received.splice(0).map(({ body }) => JSON.parse(body))
}

test('an advertiser is told what became of each conversion, and of plans that finish and are settled [proof 944]', async () => {
  const customer = await market.customerWith('200.00')
  const plan_id = await market.place(customer.customer_id, 100_000_000n)
  await p.services.delivery.refresh()
  const click_id = await clickId()
  const credited = await report(click_id, 'install')
  const counted = await report(click_id, 'purchase')
  const refused = await report(await clickId({ clicks_as: 'curl/8.5.0' }), 'install')
  const unseen = await report(await clickId({ is_shown: false }), 'install')
  await settleBooks(p.services)
  const told_now = await told()
  const byId = (id: string) => told_now.find(({ data }) => data.conversion_id === id)
  expect(told_now).toHaveLength(4)
  expect(byId(credited)).toEqual({
    type: 'conversion.credited',
    timestamp: expect.stringMatching(/Z$/),
    data: {
      ...{ conversion_id: credited, click_id, goal: 'install', product_id: market.product_id, plan_id },
      ...{ payout: '1.20', currency: p.services.settings.currency, reason: null, sandbox: true },
    },
  })
  expect(byId(counted)).toMatchObject({ type: 'conversion.counted', data: { payout: '0.00' } })
  expect(byId(refused)).toMatchObject({
    type: 'conversion.refused',
    data: { reason: 'impossible_sequence' },
  })
  expect(byId(unseen)).toMatchObject({ type: 'conversion.credited' })

  await p.advance(300_000)
  await keepHouse(p.services)
  expect(await told()).toMatchObject([
    { type: 'conversion.reversed', data: { conversion_id: unseen, reason: 'impossible_sequence' } },
  ])

  await p.advance(90 * DAY_MS)
  await settleBooks(p.services)
  await p.advance(15 * DAY_MS)
  const ends = (await told()).filter(({ data }) => data.plan_id === plan_id)
  expect(ends.map(({ type }) => type)).toEqual(['plan.finished', 'plan.settled'])
  expect(ends[0].data).toEqual({
    ...{ plan_id, product_id: market.product_id, reason: 'ended', sandbox: true },
  })
})

test('an advertiser is told of a conversion that is owed, and of it again once it is paid [proof 949]', async () => {
  const product_id = await market.addProduct({ payout: '20.00' })
  const customer = await market.customerWith('200.00')
  // Its reserve is one payout.
  const plan_id = await market.place(customer.customer_id, 10_000_000n, product_id)
  await p.services.delivery.refresh()
  const [first, second] = [await clickId(), await clickId()]
  const credited = await report(first, 'install')
  await settleBooks(p.services)
  const owed = await report(second, 'install')
  await settleBooks(p.services)
  const facts = (await told()).filter(({ data }) => data.plan_id === plan_id)
  expect(
    facts.map(({ type, data }) => `${type} of ${data.conversion_id ?? data.plan_id}`).toSorted(),
  ).toEqual([
    ...[`conversion.credited of ${credited}`, `conversion.credited of ${owed}`].toSorted(),
    `conversion.owed of ${owed}`,
    `plan.finished of ${plan_id}`,
  ])
})
