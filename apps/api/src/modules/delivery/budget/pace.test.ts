import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { DAY_MS, localDay, startOfLocalDay } from '../../../lib/time-zones.ts'
import { plant } from '../../../testing/plant.ts'
import { testDatabase } from '../../../testing/servers/test-database.ts'
import { chargesByLease } from '../events/charges-by-lease.ts'
import { recordEvents, registerNode } from '../events/event.repository.ts'
import { addLeaseSpend, carrySpans, readSpans } from '../events/processor.repository.ts'
import { eventRow } from '../testing/event-row.ts'
import { closeLeases, type Grant, grantLeases, returnLeases } from './budget.repository.ts'
import { LeaseBook } from './lease-book.ts'

const SYSTEM = { kind: 'system' } as const
const HOUR_MS = 3_600_000
const PACE = 200n
/** Zones whose clocks change, some of them at midnight, one by half an hour, and some whose clocks don't. */
const ZONES = [
  'Europe/Berlin',
  'America/Santiago',
  'America/Havana',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
]

const db = await testDatabase()
afterAll(() => db.close())
// These plans and placements are not in the database, so charges can't match their prices.
await db.asOwner('alter table delivery.events disable trigger events_on_terms')

interface PacedPlan {
  plan_id: string
  placed: bigint
  zone: string
  ends_ms: number
}

async function nowMs(): Promise<number> {
  const [row] = await db.asOwner<{ ms: number }>(
    'select (extract(epoch from platform.now()) * 1000)::float8 as ms',
  )
  return Math.floor(row?.ms ?? 0)
}

async function moveTo(at_ms: number): Promise<void> {
  await db.moveClock(Math.ceil(at_ms - (await nowMs())))
}

/** A plan that runs for so many days from now, with its budget. */
async function planOf(placed: bigint, zone: string, days: number): Promise<PacedPlan> {
  const plan = { plan_id: newId(), placed, zone, ends_ms: (await nowMs()) + days * DAY_MS }
  await db.asOwner(
    `insert into delivery.budgets (plan_id, customer_id, product_id, advertiser_id, payout_micros, conversion_window_ms,
       placed_micros, landing_url, goals, paid_goal, time_zone, ends_at, pace_percent)
     values ($1, $2, $2, $2, 1, 1, $3, 'https://shop.example', '{install}', 'install', $4,
       to_timestamp($5::float8 / 1000), $6)`,
    [plan.plan_id, newId(), placed, zone, plan.ends_ms, PACE],
  )
  return plan
}

async function ask(
  plan: PacedPlan,
  node_id: number,
  slice_micros: bigint,
  least_micros = 1n,
): Promise<Grant> {
  const wish = { plan_id: plan.plan_id, slice_micros, least_micros, charge_within_ms: HOUR_MS }
  const [grant] = await db.database.transaction(SYSTEM, (tx) => grantLeases(tx, node_id, [wish]))
  if (!grant) throw new Error('there is no such budget')
  return grant
}

/** The most that may be spent on a local day, by the rule alone: its pace of what is left, over the days to the end. */
function shareOf({ placed, zone, ends_ms }: PacedPlan, day: number, spent_before: bigint): bigint {
  const days = Math.max(1, localDay(zone, ends_ms - 1) - day + 1)
  const left = placed - spent_before
  const share = (left * PACE) / (100n * BigInt(days))
  return share < left ? share : left
}

test('a day ends where the next one begins, in zones of every kind and over changes of their clocks [proof 880]', async () => {
  const first = Date.UTC(2026, 0, 1) / DAY_MS
  const days = Array.from({ length: 730 }, (_, index) => first + index)
  for (const zone of ZONES) {
    const [row] = await db.asOwner<{ ends: number[] }>(
      `select array_agg((extract(epoch from delivery.day_end(date '1970-01-01' + day, $1)) * 1000)::float8 order by day) as ends
       from unnest($2::integer[]) as day`,
      [zone, days],
    )
    expect([zone, row?.ends]).toEqual([zone, days.map((day) => startOfLocalDay(zone, day + 1))])
  }
})

/** Ten nodes ask at once, again and again; returns what they got together. */
async function race(plan: PacedPlan): Promise<bigint> {
  const node_ids = await Promise.all(Array.from({ length: 10 }, () => registerNode(db.database)))
  let granted = 0n
  for (let round = 0; round < 4; round += 1) {
    const grants = await Promise.all(node_ids.map((node_id) => ask(plan, node_id, 70n)))
    granted += grants.reduce((sum, { lease }) => sum + (lease?.amount_micros ?? 0n), 0n)
  }
  return granted
}

/** Goes to the second hour of the zone's next day, so that no midnight comes in between. */
async function beginDay(zone: string): Promise<number> {
  const today = localDay(zone, await nowMs()) + 1
  await moveTo(startOfLocalDay(zone, today) + HOUR_MS)
  return today
}

test('nodes that ask at the same moment are never granted more than the day’s share together, and no less [proof 881]', async () => {
  for (const zone of ZONES) {
    const today = await beginDay(zone)
    const plan = await planOf(10_000n, zone, 9)
    expect([zone, await race(plan)]).toEqual([zone, shareOf(plan, today, 0n)])
  }
})

test('negative control: without the limit they are granted the whole plan in a day', async () => {
  const sources = await plant(db.asOwner, [
    {
      routine: 'delivery.pace_of',
      from: 'day_micros := least(left_micros, left_micros * budget.pace_percent / (100 * days));',
      to: 'day_micros := left_micros;',
    },
  ])
  try {
    const today = await beginDay('Asia/Kathmandu')
    const plan = await planOf(2_400n, 'Asia/Kathmandu', 9)
    expect(await race(plan)).toBeGreaterThan(shareOf(plan, today, 0n))
  } finally {
    for (const source of sources) await db.asOwner(source)
  }
})

test('a lease ends with its day; a refusal says when to ask again: as money may come back, or tomorrow [proof 882]', async () => {
  const zone = 'America/Havana'
  const node_id = await registerNode(db.database)
  const midnight = startOfLocalDay(zone, localDay(zone, await nowMs()) + 1)
  await moveTo(midnight - 20_000)
  const plan = await planOf(900n, zone, 8)
  const { lease, day_micros } = await ask(plan, node_id, 1_000n)
  expect([lease?.amount_micros, day_micros, lease?.issue_until_ms]).toEqual([200n, 200n, midnight])
  await moveTo(midnight + 1)
  // What is leased since yesterday is not there to be shared.
  const next = await ask(plan, node_id, 1_000n)
  expect(next.lease?.amount_micros).toBe((700n * PACE) / 800n)
  const refused = await ask(plan, node_id, 1_000n)
  expect([refused.lease, refused.paced_until_ms]).toEqual([null, midnight + 15_000])
  await db.database.transaction(SYSTEM, (tx) =>
    addLeaseSpend(tx, new Map([[next.lease?.lease_id ?? '', 175n]])),
  )
  const tomorrow = startOfLocalDay(zone, localDay(zone, midnight) + 1)
  // Even if all of yesterday's came back, today's share would be 225 of which 175 are spent: 60 are too many.
  const spent = await ask(plan, node_id, 1_000n, 60n)
  expect([spent.lease, spent.paced_until_ms]).toEqual([null, tomorrow])
})

/** As the worker does: carries billed events into the leases, then closes those due. */
async function closeDue(): Promise<void> {
  await db.database.transaction(SYSTEM, async (tx) => {
    for (let spans = await readSpans(tx); spans.length > 0; spans = await readSpans(tx)) {
      await addLeaseSpend(tx, chargesByLease(await carrySpans(tx, newId(), spans)))
    }
    await closeLeases(tx)
  })
}

/** One act of a node. */
type Step = { node: number; plan: number; act: 'show' | 'bill' | 'kill' | 'return' | 'wait'; size: number }

const step = fc.record({
  node: fc.nat({ max: 2 }),
  plan: fc.nat({ max: 1 }),
  // Shows and their events are many, so that days are spent up.
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step['act']>('show') },
    { weight: 6, arbitrary: fc.constant<Step['act']>('bill') },
    { weight: 1, arbitrary: fc.constantFrom<Step['act']>('kill', 'return') },
    { weight: 1, arbitrary: fc.constant<Step['act']>('wait') },
  ),
  size: fc.integer({ min: 1, max: 40 }),
})

const terms = fc.record({
  placed: fc.bigInt({ min: 100n, max: 400n }),
  zone: fc.constantFrom(...ZONES),
  days: fc.integer({ min: 2, max: 8 }),
})

interface Shown {
  plan: PacedPlan
  lease_id: string
  charge: bigint
  day: number
  expires_ms: number
}

/** Three nodes that live through some steps with two plans; answers what was charged, by plan and day of the showing. */
class PacedNodes {
  readonly charged: Shown[] = []
  readonly #plans: readonly PacedPlan[]
  readonly #nodes: { id: number; books: LeaseBook[]; batch: bigint }[]
  readonly #shown: Shown[] = []

  private constructor(plans: readonly PacedPlan[], node_ids: readonly number[]) {
    this.#plans = plans
    this.#nodes = node_ids.map((id) => ({ id, books: plans.map(() => new LeaseBook()), batch: 0n }))
  }

  static async make(plans: readonly PacedPlan[]): Promise<PacedNodes> {
    return new PacedNodes(plans, await Promise.all([0, 1, 2].map(() => registerNode(db.database))))
  }

  async take({ node, plan, act, size }: Step): Promise<void> {
    const one = this.#nodes[node]
    const [paced, book] = [this.#plans[plan], one?.books[plan]]
    if (!one || !paced || !book) return
    if (act === 'show') await this.#show(one.id, paced, book, BigInt(size))
    else if (act === 'bill') await this.#bill(one, size)
    else if (act === 'kill') one.books = this.#plans.map(() => new LeaseBook())
    else if (act === 'return') {
      book.retireAll()
      const retired = book.takeRetired()
      await db.database.transaction(SYSTEM, (tx) => returnLeases(tx, retired))
    } else {
      await db.moveClock(size * 20 * 60_000)
      await closeDue()
    }
  }

  async #show(node_id: number, plan: PacedPlan, book: LeaseBook, charge: bigint): Promise<void> {
    if (book.isLow(await nowMs(), 0)) {
      const { lease } = await ask(plan, node_id, 120n, charge)
      if (lease) book.add(lease)
    }
    const now_ms = await nowMs()
    const lease_id = book.take(charge, now_ms)?.lease_id
    if (lease_id === undefined) return
    const day = localDay(plan.zone, now_ms)
    this.#shown.push({ plan, lease_id, charge, day, expires_ms: now_ms + HOUR_MS })
  }

  /** The event of a showing, perhaps on a later day than that. */
  async #bill(node: { id: number; batch: bigint }, choice: number): Promise<void> {
    const shown = this.#shown.splice(choice % Math.max(1, this.#shown.length), 1)[0]
    const now_ms = await nowMs()
    if (!shown || shown.expires_ms <= now_ms) return
    node.batch += 1n
    const row = eventRow(shown.plan.plan_id, shown.lease_id, now_ms, {
      charge_micros: shown.charge,
      taken_until_ms: shown.expires_ms + 60_000,
    })
    await recordEvents(db.database, { node_id: node.id, batch: node.batch, sandbox: true }, [row])
    this.charged.push(shown)
  }

  /** Days on which more was spent than their share of what the days before had left. */
  overspent(): { day: number; spent: bigint; share: bigint }[] {
    return this.#plans.flatMap((plan) => {
      const days = [
        ...Map.groupBy(
          this.charged.filter((shown) => shown.plan === plan),
          ({ day }) => day,
        ),
      ]
      let before = 0n
      return days
        .toSorted(([left], [right]) => left - right)
        .flatMap(([day, shown]) => {
          const spent = shown.reduce((sum, { charge }) => sum + charge, 0n)
          const share = shareOf(plan, day, before)
          before += spent
          return spent > share ? [{ day, spent, share }] : []
        })
    })
  }
}

async function live(
  steps: readonly Step[],
  plans: readonly (typeof terms extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const paced = await Promise.all(plans.map(({ placed, zone, days }) => planOf(placed, zone, days)))
  const nodes = await PacedNodes.make(paced)
  for (const next of steps) await nodes.take(next)
  return nodes.overspent()
}

const lives = [fc.array(step, { minLength: 60, maxLength: 120 }), fc.tuple(terms, terms)] as const

test('whatever nodes do, no day of a plan’s zone costs more than its share of what was left, over changes of clocks too [proof 883]', async () => {
  // The weeks in which clocks change on either half of the earth.
  await moveTo(Date.UTC(2027, 2, 12))
  await fc.assert(
    fc.asyncProperty(...lives, async (steps, plans) => {
      expect(await live(steps, plans)).toEqual([])
    }),
    { numRuns: 25, endOnFailure: true },
  )
  expect(await nowMs()).toBeGreaterThan(Date.UTC(2027, 3, 5))
})
