import { login } from '@adtally/contract/identity/identity.ts'
import { planInvalid, planInvalidAppeal } from '@adtally/contract/plans/plans.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { verifyLedger } from '../../ledger/index.ts'
import type { EventRow } from '../events/event.repository.ts'
import { eventIdOf } from '../events/event-ids.ts'
import { keepHouse, settleBooks, verifyStatistics } from '../index.ts'
import { eventAfter, eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const UNIT = 1_000_000n
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
const FREE = { charge_micros: 0n, fee_micros: 0n }
const VALID = { rule: null, rule_version: null }

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { delivery, clock } = t.services
const customer = await market.customerWith('400.00')
let device = 2_000n

/** A decision's impression, paid for, and what is reported after it. */
interface Visit {
  shown: EventRow
  seen: EventRow
  clicked: EventRow
  bought: EventRow
}

type Members = Partial<Omit<EventRow, 'ids'>> & { decided_ms?: number }
type MakeRow = (members?: Members) => EventRow

async function planWithLease(): Promise<MakeRow> {
  return (await placed()).row
}

async function placed(): Promise<{ plan_id: string; row: MakeRow }> {
  const plan_id = await market.place(customer.customer_id, 50n * UNIT, undefined, 1)
  await delivery.refresh()
  const wish = { node_id: await delivery.ingest.nodeId(), slice_micros: 4n * UNIT, least_micros: 1n }
  const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
  const row = (members: Members = {}) => {
    device += 1n
    return eventRow(plan_id, lease?.lease_id ?? '', clock.now_ms(), {
      publisher_id: market.publisher_id,
      placement_id: market.placement_id,
      ...{ charge_micros: 2_000n, fee_micros: 400n, device, address: device },
      ...members,
    })
  }
  return { plan_id, row }
}

/** A visit of which one event was found invalid as it arrived. */
function visitOf(shown: EventRow, found: Partial<Record<'seen' | 'clicked', Members>> = {}): Visit {
  const after = { ...FREE, ...VALID }
  const seen = eventAfter(shown, shown.occurred_ms, { ...after, kind: 'viewable', ...found.seen })
  const clicked = eventAfter(shown, shown.occurred_ms, { ...after, kind: 'click', ...found.clicked })
  const payout = { goal: 'install', payout_micros: 1_200_000n }
  const bought = eventAfter(clicked, clicked.occurred_ms, { ...after, kind: 'conversion', ...payout })
  return { shown, seen, clicked, bought }
}

async function add(rows: readonly EventRow[]): Promise<void> {
  for (const row of rows) expect(await delivery.ingest.add(row, PHONE)).toBe('accepted')
}

/** Another event of a decision, at the clock's time. */
function laterEvent(shown: EventRow, members: Members): EventRow {
  const occurred_ms = Math.floor(clock.now_ms())
  return eventAfter(shown, occurred_ms, { ...FREE, ...VALID, occurred_ms, ...members })
}

/** At an hour's end its visitors are judged as a whole, and whoever clicks all that they are shown is one too many. */
async function untilNextHour(): Promise<void> {
  await t.advance(HOUR_MS - (clock.now_ms() % HOUR_MS) + 1_000)
}

async function judge(): Promise<void> {
  await settleBooks(t.services)
  await t.advance(5 * MINUTE_MS)
  await keepHouse(t.services)
}

/** The rule that found each of a visit's events, in the order of `Visit`, and what it moved back. */
async function foundOf(visit: Visit): Promise<{ rules: (string | null)[]; returned: string }> {
  const ids = [visit.shown, visit.seen, visit.clicked, visit.bought].map(({ ids: of_event }) =>
    eventIdOf(of_event, 'event_id'),
  )
  const rows = await t.db.asOwner<{ event_id: string; rule: string | null; moved: string }>(
    `select event_id, coalesce(verdicts.rule, events.rule) as rule,
       coalesce(spend_returned_micros, 0) || ' ' || coalesce(revenue_reversed_micros, 0) as moved
     from delivery.events left join delivery.verdicts using (event_id) where event_id = any($1)`,
    [ids],
  )
  const by_id = new Map(rows.map((row) => [row.event_id, row]))
  return {
    rules: ids.map((id) => by_id.get(id)?.rule ?? null),
    returned: ids.map((id) => by_id.get(id)?.moved ?? 'absent').join(', '),
  }
}

async function session(): Promise<{ token: string }> {
  const { username, password } = customer
  return { token: (await t.call(login, { username, password })).data.token }
}

async function expectBooksRight(): Promise<void> {
  await t.system(async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
}

const TOO_SOON = { rule: 'impossible_times', rule_version: 1 } as const
const CRAWLER = { rule: 'known_crawler', rule_version: 1 } as const
const NOTHING = '0 0, 0 0, 0 0, 0 0'

describe('an event that no person can have reported', () => {
  test('takes its decision’s others with it, and their money once; a decision without one keeps all [proof 1064]', async () => {
    const { plan_id, row } = await placed()
    const [liar, person] = [visitOf(row(), { seen: TOO_SOON }), visitOf(row())]
    for (const visit of [liar, person]) await add(Object.values(visit))
    await judge()
    expect(await foundOf(liar)).toEqual({
      rules: ['tainted_decision', 'impossible_times', 'tainted_decision', 'impossible_sequence'],
      returned: '2000 0, 0 0, 0 0, 0 1200000',
    })
    expect(await foundOf(person), 'control').toEqual({ rules: [null, null, null, null], returned: NOTHING })
    await expectBooksRight()
    await judge()
    expect((await foundOf(liar)).returned).toBe('2000 0, 0 0, 0 0, 0 1200000')
    const { data } = await t.call(planInvalid, { plan_id }, await session())
    const cause = {
      event_id: eventIdOf(liar.seen.ids, 'event_id'),
      kind: 'viewable',
      rule: 'impossible_times',
    }
    expect(Object.fromEntries(data.items.map(({ kind, follows_from }) => [kind, follows_from]))).toEqual({
      ...{ impression: cause, click: cause, viewable: null, conversion: null },
    })
  })

  test('does so though it comes in a later minute than they, and though they come later than it [proof 1065]', async () => {
    const row = await planWithLease()
    const early = visitOf(row())
    await add([early.shown])
    await judge()
    expect((await foundOf(early)).rules[0], 'control').toBeNull()
    await add([laterEvent(early.shown, { kind: 'viewable', ...TOO_SOON })])
    const late = visitOf(row(), { seen: TOO_SOON })
    await add([late.shown, late.seen])
    await judge()
    expect((await foundOf(early)).rules[0]).toBe('tainted_decision')
    const clicked = laterEvent(late.shown, { kind: 'click' })
    await add([clicked])
    await judge()
    expect((await foundOf({ ...late, clicked })).rules[2]).toBe('tainted_decision')
    await expectBooksRight()
  })

  test('is no click that a crawler followed, as anybody can be given its address [proof 1066]', async () => {
    const row = await planWithLease()
    const [given, read] = [visitOf(row(), { clicked: CRAWLER }), visitOf(row(), { seen: CRAWLER })]
    for (const { shown, seen, clicked } of [given, read]) await add([shown, seen, clicked])
    await judge()
    expect((await foundOf(given)).rules.slice(0, 3)).toEqual([null, null, 'known_crawler'])
    expect((await foundOf(read)).rules.slice(0, 3), 'control').toEqual([
      'tainted_decision',
      'known_crawler',
      'tainted_decision',
    ])
    await expectBooksRight()
  })

  test('is none that a cap or a plan’s end keeps from counting, nor one that only followed', async () => {
    const taints = async (kind: string, rule: string | null) =>
      (await t.db.asOwner<{ told: boolean }>('select delivery.taints($1, $2) as told', [kind, rule]))[0]?.told
    for (const rule of [
      'over_cap',
      'over_lease',
      'not_billable',
      'impossible_sequence',
      'address_velocity',
      'prefetch',
      null,
    ])
      expect([rule, await taints('impression', rule)]).toEqual([rule, false])
    expect(await taints('conversion', 'known_crawler')).toBe(false)
    expect(await taints('click', 'click_outlier'), 'control').toBe(true)
  })
})

describe('in a minute', () => {
  test('a device beyond its limit loses all, and the others of its address nothing [proof 1067]', async () => {
    await untilNextHour()
    const row = await planWithLease()
    // Decided on a day of its own each, so that none is over the cap.
    const visits = (count: number, members: Members) =>
      Array.from({ length: count }, (_, time) =>
        visitOf(row({ ...members, decided_ms: clock.now_ms() - (time + 1) * DAY_MS })),
      )
    const BUSY_ADDRESS = 73n
    const busy = visits(11, { device: 71n, address: BUSY_ADDRESS })
    const calm = visits(10, { device: 72n })
    const crowd = Array.from({ length: 12 }, () => visitOf(row({ address: BUSY_ADDRESS })))
    for (const { shown, clicked } of [...busy, ...calm, ...crowd]) await add([shown, clicked])
    await judge()
    const rulesOf = async (all: readonly Visit[]) =>
      new Set((await Promise.all(all.map(foundOf))).flatMap(({ rules }) => [rules[0], rules[2]]))
    expect(await rulesOf(busy)).toEqual(new Set(['device_velocity']))
    expect(await rulesOf(calm), 'control').toEqual(new Set([null]))
    expect(await rulesOf(crowd)).toEqual(new Set([null]))
    await expectBooksRight()
  })
})

describe('an appeal that is won', () => {
  test('puts back what its events had tainted, but for what another of the decision taints still [proof 1068]', async () => {
    const staff = await buildStaff(t.services)
    const judge_of = await joinStaff(t.services, staff, { username: 'judge', roles: ['support'] })
    const umpire = await joinStaff(t.services, staff, { username: 'umpire', roles: ['finance_checker'] })
    await untilNextHour()
    const { plan_id, row } = await placed()
    const visits = Array.from({ length: 11 }, (_, time) =>
      visitOf(
        row({ device: 81n, decided_ms: clock.now_ms() - (time + 1) * DAY_MS }),
        time === 0 ? { seen: TOO_SOON } : {},
      ),
    )
    for (const { shown, seen } of visits) await add([shown, seen])
    await t.advance(MINUTE_MS)
    const tapped = visits.map((visit) => {
      const clicked = laterEvent(visit.shown, { kind: 'click' })
      return { ...visit, clicked }
    })
    await add(tapped.map(({ clicked }) => clicked))
    await judge()
    const rules = async () => (await Promise.all(tapped.map(foundOf))).map((found) => found.rules.slice(0, 3))
    const taken = ['tainted_decision', 'tainted_decision', 'device_velocity']
    expect(await rules()).toEqual([
      ['tainted_decision', 'impossible_times', 'device_velocity'],
      ...Array.from({ length: 10 }, () => taken),
    ])

    const { token } = await session()
    const event_id = eventIdOf(tapped[1]?.clicked.ids ?? Buffer.alloc(0), 'event_id')
    const filed = { request_id: newId(), plan_id, event_id, grounds: 'A fair.' }
    expect((await t.call(planInvalidAppeal, filed, { token })).code).toBe(200)
    const [open] = await market.office.list('traffic-appeals-list')
    const decision = { decision: 'granted', answer: 'It was.', reason: 'looked at the log' }
    const asked = { appeal_id: String(open?.appeal_id), ...decision }
    const { proposal_id } = await market.office.run('traffic-appeal-decide', asked, judge_of)
    await market.office.run('approve', { proposal_id }, umpire)
    await t.drain()
    const back = await t.db.asOwner<{ kind: string; count: bigint }>(
      `select kind, count(*) from delivery.restorations join delivery.events using (event_id)
       where restorations.plan_id = $1 group by kind order by kind::text`,
      [plan_id],
    )
    expect(back).toEqual([
      { kind: 'click', count: 11n },
      { kind: 'impression', count: 10n },
      { kind: 'viewable', count: 10n },
    ])
    await expectBooksRight()
    await judge()
    await expectBooksRight()
  })
})
