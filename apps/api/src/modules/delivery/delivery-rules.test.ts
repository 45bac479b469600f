import { planInvalid } from '@adtally/contract/plans/plans.ts'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testProgram } from '../../testing/servers/test-program.ts'
import { METRICS_FIELDS } from '../../testing/servers/test-services.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { verifyLedger } from '../ledger/index.ts'
import { readPlanPage } from '../statistics/index.ts'
import { DECISION_OUTCOMES } from './decisions/selection.ts'
import { eventIdOf } from './events/event-ids.ts'
import { signPostback } from './events/postback-signature.ts'
import { keepHouse, settleBooks, verifyStatistics } from './index.ts'
import { eventAfter, eventRow } from './testing/event-row.ts'
import { grantLease } from './testing/grant-lease.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

let devices = 0

const fills = z.object({
  placements: z.array(
    z.looseObject({
      placement_id: z.string(),
      requests: z.string(),
      filled: z.string(),
      not_filled: z.array(z.object({ reason: z.string(), count: z.string() })),
    }),
  ),
})

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const customer = await market.customerWith('400.00')
const plan_id = await market.place(customer.customer_id, 300_000_000n)
await t.services.delivery.refresh()

interface Answer {
  fill: boolean
  reason: string
  token: string
  click_url: string
}

async function ask(
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  devices += 1
  const fields = { placement: market.placement_key, device: `device-of-rules-${devices}`, ...query }
  const url = `/delivery/v1/decision?${new URLSearchParams(fields)}`
  return (
    await t.server.inject({ url, headers: { origin: market.origin, 'user-agent': PHONE, ...headers } })
  ).json()
}

async function report(token: string, kind: string, user_agent = PHONE) {
  const payload = { token, kind }
  const headers = { origin: market.origin, 'user-agent': user_agent }
  return (await t.server.inject({ method: 'POST', url: '/delivery/v1/event', headers, payload })).json()
}

const click = (click_url: string) => t.server.inject({ url: click_url, headers: { 'user-agent': PHONE } })

async function post(click_id: string, goal: string, timestamp = t.services.clock.now_ms()) {
  const content = { click_id, goal, timestamp }
  const signature = signPostback(market.postback_secret, content)
  const payload = { advertiser_id: market.advertiser_id, ...content, signature }
  return (await t.server.inject({ method: 'POST', url: '/delivery/v1/conversion', payload })).json()
}

/** A click's id, taken from its landing address; the ad is shown first unless told otherwise. */
async function clickId(query: Record<string, string> = {}, is_shown = true): Promise<string> {
  const { token, click_url } = await ask(query)
  if (is_shown) await report(token, 'impression')
  const landing = new URL(String((await click(click_url)).headers.location))
  return landing.searchParams.get('click_id') ?? ''
}

describe('a request that is not filled says why, and is counted', () => {
  test.each([
    ['placement_unknown', { placement: 'nobody' }, {}],
    [
      'crawler',
      {},
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['crawler', {}, { 'user-agent': '' }],
    ['page_unknown', {}, { origin: 'https://elsewhere.example' }],
  ])('%s', async (reason, query, headers) => {
    expect(await ask(query, headers)).toMatchObject({ fill: false, reason })
  })

  test('no_plan, targeting and budget', async () => {
    const video = await market.addPlacement({ format: 'video' })
    const far = await market.addPlacement({ countries: 'FR' })
    const dear = await market.addPlacement({ price_model: 'CPC', price: '5000.00' })
    await t.services.delivery.refresh()
    expect(await ask({ placement: video.key })).toMatchObject({ fill: false, reason: 'no_plan' })
    expect(await ask({ placement: far.key })).toMatchObject({ fill: false, reason: 'targeting' })
    expect(await ask({ placement: dear.key })).toMatchObject({ fill: false, reason: 'budget' })
  })

  test('device_cap: a device sees a plan four times an hour', async () => {
    const device = 'one-device-all-day'
    for (let time = 0; time < 4; time += 1) expect(await ask({ device })).toMatchObject({ fill: true })
    expect(await ask({ device })).toMatchObject({ fill: false, reason: 'device_cap' })
    expect(await ask({ device: 'another-device-today' })).toMatchObject({ fill: true })
  })

  test('placement_closed, until it is open again [proof 855]', async () => {
    const { placement_id, key } = await market.addPlacement()
    const set = async (verb: 'placement-close' | 'placement-open') => {
      await market.office.run(verb, { placement_id, reason: 'asked for by the publisher' })
      await t.services.delivery.refresh()
      return await ask({ placement: key })
    }
    expect(await set('placement-close')).toMatchObject({ fill: false, reason: 'placement_closed' })
    expect(await set('placement-open')).toMatchObject({ fill: true })
  })

  test('the database takes the outcomes that the program knows, and no others', async () => {
    const [row] = await t.db.asOwner<{ text: string }>(
      "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'outcome_is_listed'",
    )
    const listed = [...(row?.text ?? '').matchAll(/'([a-z_]+)'/g)].map(([, outcome]) => outcome)
    expect(listed).toEqual([...DECISION_OUTCOMES])
  })

  test('every outcome is written down by placement, those that were filled too [proof 856]', async () => {
    await t.services.delivery.counters.flush()
    const rows = await t.db.asOwner<{ outcome: string }>(
      'select distinct outcome from delivery.decision_counts',
    )
    const outcomes = [
      'filled',
      'placement_unknown',
      'placement_closed',
      'crawler',
      'page_unknown',
      'no_plan',
      'targeting',
      'budget',
      'device_cap',
    ]
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(outcomes.toSorted())
  })

  test('staff see each placement’s fill rate with its name and the reasons [proof 905]', async () => {
    await t.services.delivery.counters.flush()
    const { placements } = z.parse(fills, await market.office.run('delivery-counts'))
    const own = placements.find(({ placement_id }) => placement_id === market.placement_id)
    expect(own).toMatchObject({ placement: expect.stringMatching(/^Slot/), publisher: expect.any(String) })
    const missed = own?.not_filled.reduce((sum, { count }) => sum + Number(count), 0)
    expect(Number(own?.filled) + Number(missed)).toBe(Number(own?.requests))
    expect(own?.not_filled.map(({ reason }) => reason)).toContain('device_cap')
    expect(placements.find(({ placement_id }) => placement_id === '')).toMatchObject({
      placement: null,
      filled: '0',
      fill_percent: '0.0',
      not_filled: expect.arrayContaining([expect.objectContaining({ reason: 'placement_unknown' })]),
    })
  })
})

describe('what is malformed', () => {
  test.each([
    ['POST', '/delivery/v1/event', '{"token":1}'],
    ['POST', '/delivery/v1/event', 'not json'],
    ['POST', '/delivery/v1/event', '{"events":[]}'],
    ['POST', '/delivery/v1/event', '{"token":"x","kind":"click"}'],
    ['POST', '/delivery/v1/conversion', '{"advertiser_id":"1"}'],
    ['GET', '/delivery/v1/pixel?t=x', ''],
    ['GET', '/delivery/v1/decision', ''],
  ] as const)('%s %s %s is answered 400', async (method, url, payload) => {
    const headers = { 'user-agent': PHONE, 'content-type': 'text/plain' }
    const reply = await t.server.inject({ method, url, headers, ...(method === 'POST' && { payload }) })
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'malformed'])
  })

  test('and counted, for the books and for /metrics', async () => {
    expect(t.services.delivery.counters.refusals_total.get('malformed')).toBe(7)
    const { body } = await t.server.inject({ url: '/metrics', headers: METRICS_FIELDS })
    expect(body).toContain('adtally_delivery_refusals_total{reason="malformed"} 7')
    expect(body).toContain('adtally_delivery_decisions_total{outcome="device_cap"} 1')
  })
})

test('a node that starts anew knows what devices were shown today', async () => {
  const device = 'remembered-over-a-restart'
  for (let time = 0; time < 4; time += 1) await report((await ask({ device })).token, 'impression')
  const { DeliveryNode } = await import('./delivery-node.ts')
  const restarted = new DeliveryNode(t.services)
  const stop = await restarted.start()
  const headers = { origin: market.origin, 'user-agent': PHONE }
  const query = {
    placement: market.placement_key,
    device,
    headers,
    address: '127.0.0.1',
    channel: 'tag' as const,
  }
  expect(JSON.parse((await restarted.decide(query)).json)).toMatchObject({
    fill: false,
    reason: 'device_cap',
  })
  await stop()
})

describe('clicks', () => {
  test.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'x, Prefetch' },
    { 'x-moz': 'prefetch' },
  ])(
    'a browser’s prefetch %o is refused and counts nothing, the click after it once [proof 869]',
    async (purpose) => {
      const { token, click_url } = await ask()
      await report(token, 'impression')
      const clicks = async () =>
        (
          await t.db.asOwner<{ count: string }>("select count(*) from delivery.events where kind = 'click'")
        )[0]
      const before = Number((await clicks())?.count)
      const ahead = await t.server.inject({ url: click_url, headers: { 'user-agent': PHONE, ...purpose } })
      expect([ahead.statusCode, ahead.headers['cache-control'], ahead.headers.location]).toEqual([
        503,
        'no-store',
        undefined,
      ])
      expect(Number((await clicks())?.count)).toBe(before)
      expect((await click(click_url)).statusCode).toBe(302)
      expect(Number((await clicks())?.count)).toBe(before + 1)
    },
  )

  test('a landing address outside the allowlist leads nowhere, even where it got into the books', async () => {
    const { click_url } = await ask()
    for (const address of [
      'javascript:alert(1)',
      '//evil.example',
      'http://evil.example/',
      'https://user@evil.example/',
      'data:text/html,x',
      'https:evil.example',
      ' https://shop.example',
    ]) {
      await t.db.asOwner('update delivery.budgets set landing_url = $2 where plan_id = $1', [
        plan_id,
        address,
      ])
      const { statusCode, headers } = await click(click_url)
      expect([address, statusCode, headers.location]).toEqual([address, 403, undefined])
    }
    await t.db.asOwner('update delivery.budgets set landing_url = $2 where plan_id = $1', [
      plan_id,
      'https://shop.example/meadow?click_id={click_id}',
    ])
    expect((await click(click_url)).statusCode).toBe(302)
    const again = await click(click_url)
    expect(again.statusCode).toBe(302)
  })
})

describe('conversions', () => {
  test('count once per click and goal, at once or one after another', async () => {
    const click_id = await clickId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(click_id, 'install')))
    expect(answers.filter(({ accepted }) => accepted)).toHaveLength(1)
    expect(await post(click_id, 'install')).toMatchObject({ accepted: false, reason: 'duplicate' })
    expect(await post(click_id, 'purchase')).toMatchObject({ accepted: true })
  })

  test('need a click, a fresh timestamp and an open window', async () => {
    const { token } = await ask()
    await report(token, 'impression')
    const opened = t.services.delivery.codec.open(token, t.services.clock.now_ms())
    if (typeof opened === 'string') throw new Error(opened)
    expect(await post(eventIdOf(opened.ids, 'decision_id'), 'install')).toMatchObject({
      reason: 'click_unknown',
    })
    const click_id = await clickId()
    expect(await post(click_id, 'install', t.services.clock.now_ms() - 301_000)).toMatchObject({
      reason: 'postback_stale',
    })
    await settleBooks(t.services)
    await t.advance(7 * 86_400_000 + 1_000)
    expect(await post(click_id, 'install')).toMatchObject({ reason: 'window_over' })
  })
})

describe('invalid traffic', () => {
  test('takes back spend and revenue alike, shows both, and statistics and ledger stay right', async () => {
    // A day without other events.
    await t.advance(86_400_000)
    const buyer = await market.customerWith('100.00')
    const product_id = await market.addProduct({ category: 'games_judged' })
    const { key } = await market.addPlacement({
      categories_refused: 'games_puzzle',
      price_model: 'CPC',
      price: '0.10',
    })
    const judged = await market.place(buyer.customer_id, 50_000_000n, product_id)
    await t.services.delivery.refresh()
    await post(await clickId({ placement: key }), 'install')
    // A click without an impression, and a conversion from it.
    await post(await clickId({ placement: key }, false), 'install')
    await report((await ask({ placement: key })).token, 'impression', 'curl/8.5.0')
    await settleBooks(t.services)
    const page = () => readPlanPage(t.services, buyer.customer_id, judged)
    expect(await page()).toMatchObject({
      consumed: '0.20',
      revenue: '2.40',
      figures: { clicks: 2, conversions: 2, invalid_events: 1 },
    })

    await t.advance(300_000)
    await keepHouse(t.services)
    expect(await page()).toMatchObject({
      consumed: '0.10',
      to_be_consumed: '49.90',
      revenue: '1.20',
      figures: {
        impressions: 1,
        clicks: 1,
        conversions: 1,
        invalid_events: 3,
        spend_returned: '0.10',
        revenue_reversed: '1.20',
      },
    })
    const { token } = buyer
    const listed = (await t.call(planInvalid, { plan_id: judged }, { token })).data.items
    expect(
      listed.map(({ rule, kind, spend_returned, revenue_reversed }) => [
        rule,
        kind,
        spend_returned,
        revenue_reversed,
      ]),
    ).toEqual([
      ['known_crawler', 'impression', '0.00', '0.00'],
      ['impossible_sequence', 'conversion', '0.00', '1.20'],
      ['impossible_sequence', 'click', '0.10', '0.00'],
    ])
    await t.system(async (tx) => {
      expect(await verifyStatistics(tx)).toEqual([])
      expect((await verifyLedger(tx)).differences).toEqual([])
    })
  })

  test('a device that clicks faster than a person loses all of that minute', async () => {
    await t.advance(60_000)
    const buyer = await market.customerWith('100.00')
    const product_id = await market.addProduct({ category: 'games_raced' })
    const slot = await market.addPlacement({ categories_refused: 'games_puzzle,games_judged' })
    const node_id = await t.services.delivery.ingest.nodeId()
    // Of several plans, because a device is shown each but a few times an hour.
    const raced = await Promise.all(
      [0, 1, 2, 3].map(async () => {
        const plan_id = await market.place(buyer.customer_id, 20_000_000n, product_id)
        const wish = { node_id, slice_micros: 1_000_000n, least_micros: 1n }
        const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
        return { plan_id, lease_id: lease?.lease_id ?? '' }
      }),
    )
    const minute_ms = Math.floor(t.services.clock.now_ms() / 60_000) * 60_000
    for (let time = 0; time < 14; time += 1) {
      const { plan_id, lease_id } = raced[time % raced.length] ?? { plan_id: '', lease_id: '' }
      const impression = eventRow(plan_id, lease_id, minute_ms + time, {
        placement_id: slot.placement_id,
        publisher_id: market.publisher_id,
        device: 99n,
        charge_micros: 2_000n,
        fee_micros: 400n,
      })
      const unpaid = { charge_micros: 0n, fee_micros: 0n }
      const clicked = eventAfter(impression, minute_ms + time, { kind: 'click', ...unpaid })
      await t.services.delivery.ingest.add(impression, PHONE)
      await t.services.delivery.ingest.add(clicked, PHONE)
    }
    await settleBooks(t.services)
    const figures = async () => {
      const pages = await Promise.all(
        raced.map(({ plan_id }) => readPlanPage(t.services, buyer.customer_id, plan_id)),
      )
      const sumOf = (name: 'impressions' | 'clicks' | 'invalid_events') =>
        pages.reduce((sum, page) => sum + page.figures[name], 0)
      return [sumOf('impressions'), sumOf('clicks'), sumOf('invalid_events')]
    }
    expect(await figures()).toEqual([14, 14, 0])
    await t.advance(300_000)
    await keepHouse(t.services)
    expect(await figures()).toEqual([0, 0, 28])
    await t.system(async (tx) => expect(await verifyStatistics(tx)).toEqual([]))
  })
})
