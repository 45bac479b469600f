import type { EventKind } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { messageOf } from '../../database/start-error.ts'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { type TestServices, testServices } from '../../testing/servers/test-services.ts'
import { buildMarket, type Market } from '../../testing/worlds/build-market.ts'
import { IdSequence } from './events/binary-id.ts'
import { type EventRow, recordEvents, registerNode } from './events/event.repository.ts'
import { eventIds } from './events/event-ids.ts'
import { grantLease } from './testing/grant-lease.ts'

const UNIT = 1_000_000n
const [MINUTE_MS, DAY_MS, YEAR_MS] = [60_000, 86_400_000, 31_536_000_000]
const EVENTS = ['delivery.events', 'events_on_terms'] as const
const LEASES = ['delivery.leases', 'leases_guarded'] as const

let t: TestServices
let market: Market
let node_id: number
/** Ids by their placeholders in the statements below. */
const ids: Record<string, string> = {}

/** The forged members of an event; the rest follows an impression's terms. */
interface Said {
  plan?: string
  placement?: string
  publisher?: string
  lease?: string
  decision?: string
  kind?: EventKind
  goal?: string
  after_ms?: number
  id_after_ms?: number
  charge?: Micros
  fee?: Micros
  payout?: Micros
  rule?: string
}

/** Impressions cost 0.002 on `<shows>`, clicks 0.10 on `<clicks>`; conversions pay 1.20. */
const CLICK: Said = { kind: 'click', placement: 'clicks', charge: 100_000n, fee: 20_000n }
const SALE: Said = {
  ...{ kind: 'conversion', goal: 'install', placement: 'clicks', charge: 0n, fee: 0n, payout: 1_200_000n },
}

beforeAll(async () => {
  t = await testServices()
  market = await buildMarket(t.services, t.modules)
  const { placement_id: clicks } = await market.addPlacement({ price_model: 'CPC', price: '0.10' })
  const { customer_id } = await market.customerWith('200.00')
  const [plan, other] = [await placed(customer_id), await placed(customer_id)]
  node_id = await registerNode(t.services.database)
  Object.assign(ids, { plan, other, clicks, shows: market.placement_id, publisher: market.publisher_id })
  Object.assign(ids, {
    lease: await leased(plan),
    others: await leased(other),
    closed: await leased(plan),
    unused: await leased(plan),
  })
  Object.assign(ids, { clicked: newId(), crawled: newId(), nobody: newId() })
  await t.db.asOwner(`update delivery.leases set closed_at = platform.now() where lease_id = '${ids.closed}'`)
  expect(await say({ ...CLICK, decision: 'clicked' })).toBe('done')
  expect(await say({ ...CLICK, decision: 'crawled', rule: 'known_crawler' })).toBe('done')
})
afterAll(() => t.close())

const placed = (customer_id: string) => market.place(customer_id, 100n * UNIT, market.product_id, 1)

async function leased(plan_id: string): Promise<string | undefined> {
  return await t.system(async (tx) => {
    const wish = { node_id, slice_micros: 20n * UNIT, least_micros: 1n }
    return (await grantLease(tx, plan_id, wish))?.lease_id
  })
}

/** Records this as the node's next batch, taken for a year, with delivery's login; returns the database's reply. */
async function say(said: Said): Promise<string> {
  const [node] = await t.db.asOwner<{ batch: bigint }>(
    'select last_batch + 1 as batch from delivery.nodes where node_id = $1',
    [node_id],
  )
  const stream = { node_id, batch: node?.batch ?? 1n, sandbox: true }
  try {
    await recordEvents(t.db.databases.delivery, stream, [rowOf(said)])
    return 'done'
  } catch (error) {
    return messageOf(error)
  }
}

function rowOf(said: Said): EventRow {
  const now_ms = Math.floor(t.services.clock.now_ms())
  const occurred_ms = now_ms + (said.after_ms ?? 0)
  const id = (name: string) => ids[name] ?? ''
  return {
    ids: eventIds({
      event_id: new IdSequence().next(occurred_ms + (said.id_after_ms ?? 0)),
      decision_id: said.decision === undefined ? newId() : id(said.decision),
      plan_id: id(said.plan ?? 'plan'),
      placement_id: id(said.placement ?? 'shows'),
      publisher_id: id(said.publisher ?? 'publisher'),
      lease_id: id(said.lease ?? 'lease'),
    }),
    kind: said.kind ?? 'impression',
    goal: said.goal ?? '',
    occurred_ms,
    taken_until_ms: now_ms + YEAR_MS,
    charge_micros: said.charge ?? 2_000n,
    fee_micros: said.fee ?? 400n,
    payout_micros: said.payout ?? 0n,
    ...{ device: 1n, address: 2n, agent: 3n },
    rule: said.rule ?? null,
    rule_version: said.rule === undefined ? null : 1,
  }
}

/** The same on a click that no other test has, since a goal counts once for each. */
async function onClickOfItsOwn(said: Said): Promise<Said> {
  if (said.kind !== 'conversion' || said.decision === 'nobody') return said
  const decision = newId()
  ids[decision] = decision
  const found = said.decision === 'crawled' ? { rule: 'known_crawler' } : {}
  expect(await say({ ...CLICK, ...found, decision })).toBe('done')
  return { ...said, decision }
}

describe('an event costs what was agreed, of its time, its lease and its click; without the guard it would not', () => {
  test.each<[string, Said]>([
    ['a click of 30.00', { ...CLICK, charge: 30n * UNIT, fee: 6n * UNIT }],
    ['a charge for what is sold by clicks', { ...CLICK, kind: 'impression' }],
    ['a charge for what costs nothing', { kind: 'viewable' }],
    ['less than was agreed', { charge: 0n, fee: 0n }],
    ['another share of the fee', { fee: 0n }],
    ['a place that there is none', { placement: 'nobody' }],
    ['a place of another publisher', { publisher: 'nobody' }],
    ['a plan that there is none', { plan: 'nobody' }],
    ['another plan’s lease', { lease: 'others' }],
    ['a lease that is closed', { lease: 'closed' }],
    ['tomorrow', { after_ms: DAY_MS }],
    ['before its lease', { after_ms: -2 * MINUTE_MS }],
    ['before the rules of invalid traffic look', { id_after_ms: -DAY_MS }],
    ['after the rules of invalid traffic look', { id_after_ms: 2 * DAY_MS }],
    ['a conversion of no click', { ...SALE, decision: 'nobody' }],
    ['a conversion that pays more', { ...SALE, decision: 'clicked', payout: 1_200_001n }],
    ['a conversion that only counts, paid', { ...SALE, decision: 'clicked', goal: 'purchase' }],
    ['a conversion that pays, only counted', { ...SALE, decision: 'clicked', payout: 0n }],
    ['a conversion of a goal that nobody named', { ...SALE, decision: 'clicked', goal: 'sale', payout: 0n }],
    ['a conversion that costs something', { ...SALE, decision: 'clicked', charge: 5n }],
    ['a conversion of another plan’s click', { ...SALE, decision: 'clicked', plan: 'other' }],
    ['a conversion before its click', { ...SALE, decision: 'clicked', after_ms: -3 * MINUTE_MS }],
    ['a conversion tomorrow', { ...SALE, decision: 'clicked', after_ms: DAY_MS }],
    ['a valid conversion of an invalid click', { ...SALE, decision: 'crawled' }],
  ])('%s: refused [proof 210]', async (_name, said) => {
    const own = await onClickOfItsOwn(said)
    await expectRefusedByGuard(t.db.asOwner, EVENTS, () => say(own), /not on the terms/)
  })

  test.each<[string, Said]>([
    ['an impression', {}],
    ['what costs nothing', { kind: 'viewable', charge: 0n, fee: 0n }],
    ['a click', CLICK],
    ['a moment ahead, as clocks differ', { after_ms: MINUTE_MS / 2 }],
    ['a conversion of its click', { ...SALE, decision: 'clicked' }],
    ['one that is only counted', { ...SALE, decision: 'clicked', goal: 'purchase', payout: 0n }],
    ['an invalid conversion', { ...SALE, decision: 'crawled', rule: 'impossible_sequence' }],
  ])('control: %s', async (_name, said) => {
    expect(await say(await onClickOfItsOwn(said))).toBe('done')
  })

  test('a conversion after the window', async () => {
    const { product_id } = market
    await t.db.asOwner('update delivery.budgets set conversion_window_ms = 1 where product_id = $1', [
      product_id,
    ])
    try {
      const late = await onClickOfItsOwn({ ...SALE, decision: 'clicked', after_ms: 1_000 })
      await expectRefusedByGuard(t.db.asOwner, EVENTS, () => say(late), /not on the terms/)
    } finally {
      const sql = 'update delivery.budgets set conversion_window_ms = $2 where product_id = $1'
      await t.db.asOwner(sql, [product_id, 7 * DAY_MS])
    }
  })
})

const asDelivery = (statements: string) => saidByLogin(t.db.logins.delivery, statements, ids)
const asWorker = (statements: string) => saidByLogin(t.db.logins.worker, statements, ids)
const set = (change: string) => `update delivery.leases set ${change} where lease_id = '<lease>'`

describe('a lease neither grows nor lasts; without the guard it would', () => {
  test.each<[string, (statements: string) => Promise<string>, string]>([
    ['more of it', asDelivery, set('amount_micros = amount_micros + 1')],
    ['until 2090', asDelivery, set("closes_at = '2090-01-01', ends_at = '2090-01-01'")],
    ['with events until 2090', asDelivery, set("ends_at = '2090-01-01'")],
    ['ended while tokens are out', asDelivery, set('ends_at = greatest(issue_until, platform.now())')],
    [
      'issued until 2090',
      asDelivery,
      set("issue_until = '2090-01-01', closes_at = '2090-01-02', ends_at = '2090-01-02'"),
    ],
    [
      'closed while tokens are out',
      asDelivery,
      set("issue_until = platform.now(), closes_at = platform.now() + interval '1 s'"),
    ],
    [
      'closed by the worker after it was spent on',
      asWorker,
      set('spent_micros = 1, closed_at = platform.now()'),
    ],
    ['closed in years', asDelivery, set("closed_at = '2090-01-01'")],
  ])('%s: refused [proof 211]', async (_name, as, statement) => {
    await expectRefusedByGuard(t.db.asOwner, LEASES, () => as(statement), /neither grows nor lasts/)
  })

  test.each<[string, string, RegExp]>([
    [
      'that is granted for a year',
      "select delivery.grant_lease('<plan>', 1, 1, 1, 31536000000, 3600000)",
      /lasts a minute/,
    ],
    [
      'whose tokens live a year',
      "select delivery.grant_lease('<plan>', 1, 1, 1, 60000, 31536000000)",
      /lasts a minute/,
    ],
    [
      'opened anew',
      "update delivery.leases set closed_at = null where lease_id = '<closed>'",
      /neither grows nor lasts/,
    ],
    [
      'of a stream that is far ahead',
      'insert into delivery.nodes (started_at, last_batch) values (platform.now(), 9)',
      /permission denied/,
    ],
  ])('nor one %s [proof 212]', async (_name, statement, why) => {
    expect(await asDelivery(statement)).toMatch(why)
  })

  test('control: it is given back as the program does', async () => {
    const back =
      "amount_micros = 1, issue_until = platform.now(), closes_at = least(closes_at, platform.now() + interval '62 minutes')"
    expect(await asDelivery(set(back))).toBe('done')
    const unused = set(`${back}, closed_at = platform.now()`).replace('<lease>', '<unused>')
    expect(await asDelivery(unused)).toBe('done')
  })
})

test('a node’s batches follow one another, so that none is passed over [proof 213]', async () => {
  const ahead = { node_id, batch: 900n, sandbox: true }
  const record = () => recordEvents(t.db.databases.delivery, ahead, [rowOf({})])
  await expect(record()).rejects.toThrow(/is not the next of node/)
  expect(await say({})).toBe('done')
})
