import { afterAll, describe, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { verifyLedger } from '../../ledger/index.ts'
import type { EventRow } from '../events/event.repository.ts'
import { eventIdOf } from '../events/event-ids.ts'
import { keepHouse, settleBooks, verifyStatistics } from '../index.ts'
import { eventAfter, eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const UNIT = 1_000_000n
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
const FREE = { charge_micros: 0n, fee_micros: 0n }
const VALID = { rule: null, rule_version: null }
const TOO_SOON = { rule: 'impossible_times', rule_version: 1 } as const

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { delivery, clock } = t.services
const customer = await market.customerWith('400.00')
let numbers = 20_000n
const number = () => {
  numbers += 2n
  return numbers
}
/** As `VisitorHash` gives it to a device that keeps an id, and to one that is known by its address and browser alone. */
const keptDevice = () => number()
const sharedDevice = () => number() + 1n

type Members = Partial<Omit<EventRow, 'ids'>>

async function rowsOfNewLease(): Promise<(members?: Members) => EventRow> {
  const plan_id = await market.place(customer.customer_id, 30n * UNIT, undefined, 1)
  await delivery.refresh()
  const wish = { node_id: await delivery.ingest.nodeId(), slice_micros: 4n * UNIT, least_micros: 1n }
  const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
  return (members = {}) =>
    eventRow(plan_id, lease?.lease_id ?? '', clock.now_ms(), {
      publisher_id: market.publisher_id,
      placement_id: market.placement_id,
      ...{ charge_micros: 2_000n, fee_micros: 400n, device: keptDevice(), address: number() },
      decided_ms: clock.now_ms() - 1,
      ...members,
    })
}

const after = (shown: EventRow, members: Members) =>
  eventAfter(shown, shown.occurred_ms, { ...FREE, ...VALID, ...members })

async function add(rows: readonly EventRow[]): Promise<void> {
  for (const row of rows) expect(await delivery.ingest.add(row, PHONE)).toBe('accepted')
}

async function toNextHour(): Promise<void> {
  await t.advance(HOUR_MS - (clock.now_ms() % HOUR_MS) + MINUTE_MS)
}

async function judge(wait_ms = 5 * MINUTE_MS): Promise<void> {
  await settleBooks(t.services)
  await t.advance(wait_ms)
  await keepHouse(t.services)
}

/** How many of these events each rule found; `null` counts. */
async function foundOf(rows: readonly EventRow[]): Promise<Record<string, number>> {
  const found = await t.db.asOwner<{ rule: string | null; count: bigint }>(
    `select coalesce(verdicts.rule, events.rule) as rule, count(*) as count
     from delivery.events left join delivery.verdicts using (event_id) where event_id = any($1) group by 1 order by 1`,
    [rows.map(({ ids }) => eventIdOf(ids, 'event_id'))],
  )
  return Object.fromEntries(found.map(({ rule, count }) => [String(rule), Number(count)]))
}

async function expectBooksRight(): Promise<void> {
  await t.system(async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
}

describe('an event that no person can have sent', () => {
  test('speaks against what its device reports within a minute of it, where the device keeps an id [proof 1118]', async () => {
    await toNextHour()
    const row = await rowsOfNewLease()
    /** A device sees one too soon; what it had beside that. */
    const liar = async (device: bigint) => {
      const first = row({ device })
      await add([first, after(first, { kind: 'viewable', ...TOO_SOON })])
      const beside = row({ device })
      const rows = [beside, after(beside, { kind: 'viewable' })]
      await add(rows)
      return { device, rows }
    }
    const kept = await liar(keptDevice())
    const shared = await liar(sharedDevice())
    const other = row()
    await add([other])
    await t.advance(61_000)
    const later = row({ device: kept.device })
    await add([later])
    await judge()
    expect(await foundOf(kept.rows)).toEqual({ tainted_device: 2 })
    expect(await foundOf(shared.rows), 'control: people who share an address').toEqual({ null: 2 })
    expect(await foundOf([other, later]), 'control: another device, and another time').toEqual({ null: 2 })
    await expectBooksRight()
  })

  test('is none that whoever has its token or its click’s address may have sent', async () => {
    const speaks = async (kind: string, rule: string | null, device = 2) =>
      (
        await t.db.asOwner<{ told: boolean }>('select delivery.taints_device($1, $2, $3) as told', [
          kind,
          rule,
          device,
        ])
      )[0]?.told
    for (const rule of ['foreign_page', 'changed_visitor', 'prefetch', 'data_centre', null])
      expect([rule, await speaks('impression', rule)]).toEqual([rule, false])
    expect(await speaks('click', 'known_crawler')).toBe(false)
    expect(await speaks('impression', 'known_crawler', 3), 'without an id').toBe(false)
    expect(await speaks('impression', 'known_crawler'), 'control').toBe(true)
  })
})

describe('a visitor who clicks nearly all', () => {
  /** A device is shown some each minute, and clicks so many of them. */
  async function visits(count: number, clicks: number, members: () => Members): Promise<EventRow[]> {
    const row = await rowsOfNewLease()
    const rows: EventRow[] = []
    for (let time = 0; time < count; time += 1) {
      const shown = row(members())
      const clicked = time < clicks ? [after(shown, { kind: 'click' })] : []
      await add([shown, ...clicked])
      rows.push(shown, ...clicked)
      if (time % 4 === 3) await t.advance(MINUTE_MS)
    }
    return rows
  }
  const clicksOf = (rows: readonly EventRow[]) => rows.filter(({ kind }) => kind === 'click')
  const shownOf = (rows: readonly EventRow[]) => rows.filter(({ kind }) => kind === 'impression')

  test('is no person, within a minute’s limits or not; one who clicks much is [proof 1119]', async () => {
    await toNextHour()
    const [tapper, keen] = [keptDevice(), keptDevice()]
    const tapped = await visits(14, 14, () => ({ device: tapper }))
    const liked = await visits(40, 12, () => ({ device: keen }))
    await judge()
    expect(await foundOf(clicksOf(tapped)), 'before the hour ends').not.toHaveProperty('visitor_outlier')
    await judge(HOUR_MS)
    const of_clicks = await foundOf(clicksOf(tapped))
    expect(of_clicks.visitor_outlier).toBeGreaterThan(3)
    expect(of_clicks, 'none is left').not.toHaveProperty('null')
    expect(await foundOf(shownOf(tapped)), 'nor of what it was shown').not.toHaveProperty('null')
    expect(await foundOf(liked), 'control').not.toHaveProperty('visitor_outlier')
    expect(await foundOf(liked)).toHaveProperty('null')
    await expectBooksRight()
  })

  test('is found by a day, who clicks little in each hour [proof 1120]', async () => {
    await toNextHour()
    const device = keptDevice()
    const first = await visits(7, 7, () => ({ device }))
    await judge(HOUR_MS)
    expect(await foundOf(clicksOf(first)), 'control: it may be chance').not.toHaveProperty('visitor_outlier')
    await toNextHour()
    const second = await visits(7, 7, () => ({ device }))
    await judge(HOUR_MS)
    const found = await foundOf(clicksOf(second))
    expect(found).not.toHaveProperty('null')
    expect(await foundOf(clicksOf(first)), 'what was judged stays').not.toHaveProperty('visitor_outlier')
    await expectBooksRight()
  })

  test('is found by the address of many devices, which lose their clicks alone [proof 1121]', async () => {
    await toNextHour()
    const [farm, office] = [number(), number()]
    const farmed = await visits(18, 16, () => ({ device: sharedDevice(), address: farm }))
    const worked = await visits(48, 12, () => ({ device: sharedDevice(), address: office }))
    await judge(HOUR_MS)
    expect(await foundOf(clicksOf(farmed))).toEqual({ visitor_outlier: 16 })
    expect(await foundOf(shownOf(farmed))).toEqual({ tainted_decision: 16, null: 2 })
    expect(await foundOf(worked), 'control').toEqual({ null: 60 })
    await expectBooksRight()
  })

  test('takes nothing from others behind its address with it [proof 1138]', async () => {
    await toNextHour()
    const address = number()
    const [flood, tapper] = [keptDevice(), keptDevice()]
    const row = await rowsOfNewLease()
    // Beyond the minute's limit, and within it.
    for (let time = 0; time < 40; time += 1) {
      const shown = row({ device: flood, address })
      await add([shown, after(shown, { kind: 'click' })])
    }
    const tapped = await visits(14, 14, () => ({ device: tapper, address }))
    const people = await visits(12, 3, () => ({ device: sharedDevice(), address }))
    await judge(HOUR_MS)
    expect(await foundOf(clicksOf(tapped))).not.toHaveProperty('null')
    expect(await foundOf(people)).toEqual({ null: 15 })
    await expectBooksRight()
  })

  test.each(['tainted_device', 'visitor_outlier', 'click_outlier', 'impossible_sequence'])(
    'a replay by the version in force finds what is recorded: %s [proof 1122]',
    async (rule) => {
      const [span] = await t.db.asOwner<{ from: Date; until: Date }>(
        "select date_trunc('hour', min(occurred_at)) as from, date_trunc('hour', min(occurred_at)) + interval '30 days' as until from delivery.events",
      )
      const [from, until] = [span?.from.toISOString(), span?.until.toISOString()]
      const { in_all } = await market.office.run('traffic-replay', { rule, from, until })
      expect(in_all).toMatchObject({ newly_invalid: '0', no_longer_invalid: '0' })
      if (['tainted_device', 'visitor_outlier'].includes(rule))
        expect(in_all).not.toMatchObject({ recorded: '0' })
    },
  )

  test('is judged by the version of then, though another is in force as it is judged; by today’s it would not be found [proof 1137]', async () => {
    const changed = { rule: 'visitor_outlier', set: ['clicks_min=500'], reason: 'a test' }
    const { in_force_from } = await market.office.decide('traffic-rule-propose', changed)
    const begins_ms = Date.parse(String(in_force_from))
    await judge()
    await t.advance(begins_ms - clock.now_ms() - 30 * MINUTE_MS)
    const device = keptDevice()
    const tapped = await visits(14, 14, () => ({ device }))
    await settleBooks(t.services)
    const [{ passed_until } = { passed_until: new Date(0) }] = await t.db.asOwner<{ passed_until: Date }>(
      'select passed_until from delivery.invalid_pass',
    )
    /** Lets the second version begin at a time, and the pass begin anew. */
    const begin = async (at: Date) => {
      for (const table of ['rules', 'invalid_pass'])
        await t.db.asOwner(`alter table delivery.${table} disable trigger user`)
      await t.db.asOwner(
        "update delivery.rules set in_force_from = $1 where rule = 'visitor_outlier' and version = 2",
        [at],
      )
      await t.db.asOwner('update delivery.invalid_pass set passed_until = $1', [passed_until])
      for (const table of ['rules', 'invalid_pass'])
        await t.db.asOwner(`alter table delivery.${table} enable trigger user`)
    }
    await t.advance(begins_ms - clock.now_ms() + HOUR_MS)
    await begin(new Date('2001-01-01'))
    await judge(HOUR_MS)
    expect(await foundOf(clicksOf(tapped)), 'control: by today’s version').not.toHaveProperty(
      'visitor_outlier',
    )
    await begin(new Date(begins_ms))
    await judge(HOUR_MS)
    const found = await foundOf(clicksOf(tapped))
    expect(found).toHaveProperty('visitor_outlier')
    expect(found).not.toHaveProperty('null')
    await expectBooksRight()
  })
})
