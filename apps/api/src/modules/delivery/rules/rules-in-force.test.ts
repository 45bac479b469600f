import { afterAll, describe, expect, test } from 'vitest'
import { atNoon } from '../../../testing/servers/at-noon.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { acceptEvent, type BeaconKind } from '../events/accept-event.ts'
import type { EventRow } from '../events/event.repository.ts'
import { eventIdOf } from '../events/event-ids.ts'
import { keepHouse, settleBooks, verifyStatistics } from '../index.ts'
import { eventAfter, eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'
import { readPassedUntil } from '../verification/invalid-pass.repository.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const UNIT = 1_000_000n
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
const VALID = { charge_micros: 0n, fee_micros: 0n, rule: null, rule_version: null }
const FREE = { charge_micros: 0n, fee_micros: 0n }

const t = await testProgram()
afterAll(() => t.close())
await atNoon(t)
const market = await buildMarket(t.services, t.modules)
const { delivery, clock } = t.services
const customer = await market.customerWith('400.00')
let plan_id = ''
let device = 1_000n

/** A plan for what follows; one that waits for days without a delivery ends. */
async function placeAnew(): Promise<void> {
  plan_id = await market.place(customer.customer_id, 100n * UNIT)
  await delivery.refresh()
}

/** Rows of a new lease of the plan, at the clock's time, each by a device of its own. */
async function rowsOf(): Promise<
  (placement_id: string, members?: Partial<EventRow> & { decided_ms?: number }) => EventRow
> {
  const node_id = await delivery.ingest.nodeId()
  const wish = { node_id, slice_micros: 4n * UNIT, least_micros: 1n }
  const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
  const terms = { publisher_id: market.publisher_id, charge_micros: 2_000n, fee_micros: 400n }
  return (placement_id, members = {}) => {
    device += 1n
    return eventRow(plan_id, lease?.lease_id ?? '', clock.now_ms(), {
      ...terms,
      placement_id,
      device,
      address: device,
      ...members,
    })
  }
}

async function add(rows: readonly EventRow[]): Promise<void> {
  const outcomes = await Promise.all(rows.map((row) => delivery.ingest.add(row, PHONE)))
  expect(outcomes.filter((outcome) => outcome !== 'accepted')).toEqual([])
}

/** One device's impressions and clicks of one minute. */
async function clicksOfOne(count: number, of_device: bigint): Promise<void> {
  const row = await rowsOf()
  for (let time = 0; time < count; time += 1) {
    // On a day of its own each, so that none is over the cap.
    const decided_ms = clock.now_ms() - (time + 1) * DAY_MS
    const shown = row(market.placement_id, { device: of_device, decided_ms })
    await add([shown, eventAfter(shown, shown.occurred_ms, { kind: 'click', ...FREE })])
  }
}

async function judge(): Promise<void> {
  await settleBooks(t.services)
  await t.advance(5 * MINUTE_MS)
  await keepHouse(t.services)
  expect(clock.now_ms() - (await t.system(readPassedUntil)).getTime()).toBeLessThan(4 * MINUTE_MS)
}

async function expectBooksRight(): Promise<void> {
  await t.system(async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
}

const verdicts = async (rule: string) =>
  await t.db.asOwner<{ event_id: string; rule_version: number; device: bigint; placement_id: string }>(
    'select event_id, verdicts.rule_version, device, placement_id from delivery.verdicts join delivery.events using (event_id) where verdicts.rule = $1',
    [rule],
  )

describe('an event is judged by the version that was in force when it happened', () => {
  test('though both are judged after the second has begun [proof 920]', async () => {
    const set = ['clicks_per_minute=5']
    const published = await market.office.decide('traffic-rule-propose', {
      rule: 'device_velocity',
      set,
      reason: 'a test',
    })
    const begins_ms = Date.parse(String(published.in_force_from))
    await t.advance(begins_ms - clock.now_ms() - MINUTE_MS + 1_000)
    await placeAnew()
    await clicksOfOne(8, 71n)
    await t.advance(begins_ms - clock.now_ms() + 1_000)
    await clicksOfOne(8, 72n)
    await judge()
    const found = await verdicts('device_velocity')
    expect(found.map(({ device: of_device, rule_version }) => [of_device, rule_version])).toEqual(
      // Its eight impressions as well, though these alone are within their limit.
      Array.from({ length: 16 }, () => [72n, 2]),
    )
    await expectBooksRight()
  })

  test('and by no other, as the database holds [proof 921]', async () => {
    const row = (await rowsOf())(market.placement_id, { rule: 'known_crawler', rule_version: 2 })
    await expect(delivery.ingest.add(row, PHONE)).rejects.toThrow(/version of the rule that is in force/)
    const control = (await rowsOf())(market.placement_id, { rule: 'prefetch', rule_version: 1 })
    expect(await delivery.ingest.add(control, PHONE)).toBe('accepted')
    await settleBooks(t.services)
    const [valid] = await t.db.asOwner<{ event_id: string }>(
      'select event_id from delivery.events where device = 71 and rule is null and event_id not in (select event_id from delivery.verdicts) limit 1',
    )
    const judged = (version: number) =>
      t.db.asOwner(
        `insert into delivery.verdicts (event_id, decision_id, verdict_id, plan_id, rule, rule_version, decided_at, spend_returned_micros, revenue_reversed_micros)
         select event_id, decision_id, gen_random_uuid(), $2, 'device_velocity', $3, platform.now(), 0, 0
         from delivery.events where event_id = $1`,
        [valid?.event_id, plan_id, version],
      )
    await expect(judged(2)).rejects.toThrow(/version of its rule that was in force when the event happened/)
  })

  test('and what follows an invalid impression stops counting with it [proof 1043]', async () => {
    const row = await rowsOf()
    const seen = [
      row(market.placement_id, { rule: 'prefetch', rule_version: 1 }),
      row(market.placement_id),
    ].map((shown) => [shown, eventAfter(shown, shown.occurred_ms, { ...VALID, kind: 'viewable' })] as const)
    for (const rows of seen) await add(rows)
    await judge()
    const [first, control] = seen.map(([, viewable]) => eventIdOf(viewable.ids, 'event_id'))
    const found = (await verdicts('impossible_sequence')).map(({ event_id }) => event_id)
    expect([found.includes(first ?? ''), found.includes(control ?? '')]).toEqual([true, false])
    await expectBooksRight()
  })

  test('nor by a new rule’s first, which comes after it', async () => {
    const first = (from: string) =>
      t.db.asOwner(
        `insert into delivery.rules (rule, version, description, parameters, lists, in_force_from, published_at)
         values ('of_tomorrow', 1, 'new', '{}', '{}', date_trunc('minute', ${from}), platform.now())`,
      )
    await expect(first("platform.now() - interval '1 hour'")).rejects.toThrow(
      /must not judge what has happened/,
    )
  })
})

describe('on arrival', () => {
  const stored = async (token: string, kind: string) => {
    const opened = delivery.codec.open(token, clock.now_ms())
    if (typeof opened === 'string') throw new Error(opened)
    const [row] = await t.db.asOwner<{ rule: string | null; user_agent: string }>(
      'select rule, user_agent from delivery.events join delivery.agents using (agent) where decision_id = $1 and kind = $2',
      [eventIdOf(opened.ids, 'decision_id'), kind],
    )
    return row
  }
  const ask = async (user_agent = PHONE) => {
    device += 1n
    const url = `/delivery/v1/decision?placement=${market.placement_key}&device=device-of-rules-${device}`
    return (
      await t.server.inject({ url, headers: { origin: market.origin, 'user-agent': user_agent } })
    ).json()
  }
  const report = async (token: string, headers: Record<string, string>, steered?: boolean) => {
    const event = { token, kind: 'impression' }
    const payload = steered === undefined ? event : { events: [event], steered }
    const request = { method: 'POST', url: '/delivery/v1/event', payload } as const
    return (await t.server.inject({ ...request, headers: { origin: market.origin, ...headers } })).json()
  }

  test.each([
    ['behind 300 characters', 'x'.repeat(400)],
    ['in one longer than any browser’s', 'x'.repeat(2_000)],
  ])('a crawler’s name is found %s [proof 922]', async (_where, filling) => {
    const crawler = `${PHONE} ${filling} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`
    expect(await ask(crawler)).toMatchObject({ fill: false, reason: 'crawler' })
    const { token } = await ask()
    expect(await report(token, { 'user-agent': crawler })).toEqual({ accepted: 1 })
    const found = await stored(token, 'impression')
    expect([found?.rule, found?.user_agent]).toEqual(['known_crawler', crawler.slice(0, 1_024)])
    const person = await ask()
    await report(person.token, { 'user-agent': `${PHONE} ${filling.slice(0, 800)}` })
    expect((await stored(person.token, 'impression'))?.rule).toBeNull()
  })

  test('a browser that asks ahead is told so by its purpose [proof 923]', async () => {
    const [ahead, there] = [await ask(), await ask()]
    await report(ahead.token, { 'user-agent': PHONE, 'sec-purpose': 'prefetch;prerender' })
    await report(there.token, { 'user-agent': PHONE })
    expect((await stored(ahead.token, 'impression'))?.rule).toBe('prefetch')
    expect((await stored(there.token, 'impression'))?.rule).toBeNull()
  })

  test('and by whichever name its header says so [proof 1042]', async () => {
    const [ahead, there] = [await ask(), await ask()]
    await report(ahead.token, { 'user-agent': PHONE, purpose: 'reading', 'x-moz': 'prefetch' })
    await report(there.token, { 'user-agent': PHONE, purpose: 'reading', 'x-moz': 'writing' })
    expect((await stored(ahead.token, 'impression'))?.rule).toBe('prefetch')
    expect((await stored(there.token, 'impression'))?.rule).toBeNull()
  })

  test('a browser that says that a program steers it counts for nobody [proof 1041]', async () => {
    const [steered, free] = [await ask(), await ask()]
    await report(steered.token, { 'user-agent': PHONE }, true)
    await report(free.token, { 'user-agent': PHONE }, false)
    expect((await stored(steered.token, 'impression'))?.rule).toBe('automation')
    expect((await stored(free.token, 'impression'))?.rule).toBeNull()
  })

  test('what another’s page sends is told by its origin', async () => {
    const [publisher] = await t.db.asOwner<{ domain: string }>(
      'select domain from marketplace.publishers where publisher_id = $1',
      [market.publisher_id],
    )
    const sentFrom = async (origin: string) => {
      const { token } = await ask()
      await report(token, { 'user-agent': PHONE, origin })
      return (await stored(token, 'impression'))?.rule
    }
    expect(await sentFrom('https://elsewhere.example')).toBe('foreign_page')
    expect(await sentFrom(`https://${publisher?.domain}`)).toBeNull()
    expect(await sentFrom(`https://news.${publisher?.domain}`)).toBeNull()
    expect(await sentFrom('null')).toBe('foreign_page')
  })

  test.each<[BeaconKind, number, string | null]>([
    ['viewable', 500, 'impossible_times'],
    ['viewable', 1_000, null],
    ['impression', 500, null],
  ])('%s %i ms after its decision: %s [proof 924]', async (kind, after_ms, rule) => {
    const { token } = await ask()
    const opened = delivery.codec.open(token, clock.now_ms())
    if (typeof opened === 'string') throw new Error(opened)
    const page = new URL(market.origin).host
    const sender = {
      address: '192.0.2.9',
      page,
      user_agent: PHONE,
      now_ms: opened.decided_at_ms + after_ms,
    }
    expect(await acceptEvent(delivery, token, kind, sender)).toBeNull()
    expect((await stored(token, kind))?.rule ?? null).toBe(rule)
  })
})

describe('placements that chance does not make', () => {
  const PLACEMENTS = 6
  const ids: string[] = []

  /** So many impressions, clicks and conversions a placement, the last of which is another than the others. */
  async function pass(shown: number, clicks: [number, number], conversions: [number, number]): Promise<void> {
    const row = await rowsOf()
    for (const [index, placement_id] of ids.entries()) {
      const last = index === PLACEMENTS - 1 ? 1 : 0
      const impressions = Array.from({ length: shown }, () => row(placement_id))
      const clicked = impressions
        .slice(0, clicks[last])
        .map((one) => eventAfter(one, one.occurred_ms, { kind: 'click', ...FREE }))
      const converted = clicked.slice(0, conversions[last]).map((one) =>
        eventAfter(one, one.occurred_ms, {
          kind: 'conversion',
          goal: 'install',
          payout_micros: 1_200_000n,
        }),
      )
      for (const rows of [impressions, clicked, converted]) await add(rows)
    }
  }
  const nextWindow = (window_ms: number) => window_ms - (clock.now_ms() % window_ms)

  test('lose their clicks at the end of the hour, the others none [proof 925]', async () => {
    const made = []
    for (let count = 0; count < PLACEMENTS; count += 1)
      made.push(await market.addPlacement({ push: 'non_official' }))
    ids.push(...made.map(({ placement_id }) => placement_id))
    await t.advance(nextWindow(HOUR_MS) + MINUTE_MS)
    await placeAnew()
    await pass(220, [3, 90], [0, 0])
    await judge()
    expect(await verdicts('click_outlier')).toEqual([])
    await t.advance(HOUR_MS)
    await keepHouse(t.services)
    const found = await verdicts('click_outlier')
    expect(new Set(found.map(({ placement_id }) => placement_id))).toEqual(new Set(ids.slice(-1)))
    expect(found).toHaveLength(90)
    await expectBooksRight()
  })

  test('lose their conversions at the end of the day, the others none [proof 926]', async () => {
    await t.advance(nextWindow(DAY_MS) + MINUTE_MS)
    await pass(120, [110, 110], [2, 50])
    await judge()
    await t.advance(DAY_MS)
    await keepHouse(t.services)
    const found = await verdicts('conversion_outlier')
    expect(new Set(found.map(({ placement_id }) => placement_id))).toEqual(new Set(ids.slice(-1)))
    expect(found).toHaveLength(50)
    await expectBooksRight()
  })
})

describe('traffic-replay', () => {
  const untouched = async () =>
    await t.db.asOwner(
      `select (select count(*) from delivery.events) as events, (select count(*) from delivery.verdicts) as verdicts,
         (select count(*) from delivery.rules) as rules, (select sum(spend_micros) from statistics.plan_totals) as spend,
         (select count(*) from audit.entries) as entries`,
    )
  const replay = async (rule: string, flags: Record<string, unknown> = {}) => {
    const [span] = await t.db.asOwner<{ from: Date; until: Date }>(
      "select min(occurred_at) as from, min(occurred_at) + interval '30 days' as until from delivery.events",
    )
    const [from, until] = [span?.from.toISOString(), span?.until.toISOString()]
    return await market.office.run('traffic-replay', { rule, from, until, ...flags })
  }

  test('tells what a stricter version would find, by plan and publisher, and changes nothing [proof 927]', async () => {
    const before = await untouched()
    const { in_all, by_plan, by_publisher } = await replay('device_velocity', {
      set: ['clicks_per_minute=2', 'impressions_per_minute=4'],
    })
    // All of two devices' eight clicks and impressions, of which one's are found already.
    const told = {
      recorded: '16',
      found: '32',
      newly_invalid: '16',
      no_longer_invalid: '0',
      spend_returned: '0.016',
      publishers_lose: '0.0128',
      revenue_reversed: '0.00',
    }
    expect(in_all).toEqual(told)
    expect(by_plan).toEqual([{ plan: expect.stringMatching(/^\d+|[A-Z]/), ...told }])
    expect(by_publisher).toEqual([{ publisher: expect.stringMatching(/^Gazette/), ...told }])
    expect(await untouched()).toEqual(before)
  })

  test('tells what a milder one would give back, by the open proposal', async () => {
    await market.office.run('traffic-rule-propose', {
      rule: 'device_velocity',
      set: ['clicks_per_minute=50'],
      reason: 'a test',
    })
    expect((await replay('device_velocity')).in_all).toMatchObject({
      recorded: '16',
      found: '0',
      no_longer_invalid: '16',
      spend_returned: '-0.016',
    })
  })

  test.each([
    'known_crawler',
    'impossible_times',
    'click_outlier',
    'conversion_outlier',
    'impossible_sequence',
  ])('finds by the version in force what is recorded: %s [proof 928]', async (rule) => {
    const { in_all } = await replay(rule)
    expect(in_all).toMatchObject({ newly_invalid: '0', no_longer_invalid: '0' })
    if (rule !== 'impossible_sequence') expect(in_all).not.toMatchObject({ recorded: '0' })
  })

  test('of what no event keeps it says so', async () => {
    await expect(replay('foreign_page')).rejects.toMatchObject({ reason: 'field_invalid' })
  })
})
