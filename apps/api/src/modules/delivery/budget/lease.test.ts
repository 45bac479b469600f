import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../../database/connection.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { meetAnother, plant } from '../../../testing/plant.ts'
import { testDatabase } from '../../../testing/servers/test-database.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import { chargesByLease } from '../events/charges-by-lease.ts'
import { recordEvents, registerNode } from '../events/event.repository.ts'
import { addLeaseSpend, carrySpans, readSpans } from '../events/processor.repository.ts'
import { eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'
import { closeLeases, returnLeases } from './budget.repository.ts'
import { LeaseBook, type RetiredLease } from './lease-book.ts'

const SYSTEM = { kind: 'system' } as const

const db = await testDatabase()
afterAll(() => db.close())
// These plans and placements are not in the database, so charges can't match their prices.
await db.asOwner('alter table delivery.events disable trigger events_on_terms')

function planOf(amount_micros: bigint): DeliverablePlan {
  return {
    plan_id: newId(),
    customer_id: newId(),
    product_id: newId(),
    advertiser_id: newId(),
    status: 'putting',
    paused: false,
    amount_micros,
    payout_micros: 1_000_000n,
    platform_fee_percent: 20n,
    paused_placements: [],
    official_only: false,
    conversion_cap: 100n,
    conversion_window_ms: 604_800_000,
    created_at: new Date('2026-11-01T00:00:00Z'),
    ends_at: new Date('2027-11-01T00:00:00Z'),
  }
}

async function lease(plan: DeliverablePlan, node_id: number, slice_micros: bigint, least_micros = 1n) {
  // This plan was never placed, so its first lease would find no plan to open the budget from.
  await db.asOwner(
    `insert into delivery.budgets (plan_id, customer_id, product_id, advertiser_id, payout_micros, conversion_window_ms,
       placed_micros, landing_url, goals, paid_goal, time_zone, ends_at, pace_percent)
     values ($1, $2, $3, $4, $5, $6, $7, 'https://shop.example', '{install}', 'install', 'UTC',
       platform.now() + interval '1 day', 200)
     on conflict do nothing`,
    [
      plan.plan_id,
      plan.customer_id,
      plan.product_id,
      plan.advertiser_id,
      plan.payout_micros,
      plan.conversion_window_ms,
      plan.amount_micros,
    ],
  )
  return await db.database.transaction(SYSTEM, (tx) =>
    grantLease(tx, plan.plan_id, { node_id, slice_micros, least_micros }),
  )
}

async function exposure(
  plan_id: string,
): Promise<{ leased: bigint; placed: bigint; spent: bigint; charged: bigint }> {
  const [row] = await db.asOwner<{ leased: bigint; placed: bigint; spent: bigint; charged: bigint }>(
    `select placed_micros as placed, spent_micros as spent,
       (select coalesce(sum(amount_micros), 0)::bigint from delivery.leases l where l.plan_id = b.plan_id and closed_at is null) as leased,
       (select coalesce(sum(charge_micros), 0)::bigint from delivery.events e where e.plan_id = b.plan_id and rule is null) as charged
     from delivery.budgets b where plan_id = $1`,
    [plan_id],
  )
  if (!row) throw new Error('no budget')
  return row
}

test('a lease never gives what is leased out or spent already, and the rest when less than the slice is left', async () => {
  const plan = planOf(1_000n)
  const node_id = await registerNode(db.database)
  expect((await lease(plan, node_id, 600n))?.amount_micros).toBe(600n)
  expect((await lease(plan, node_id, 600n))?.amount_micros).toBe(400n)
  expect(await lease(plan, node_id, 600n)).toBe(null)
})

test('less than one charge is no lease', async () => {
  const plan = planOf(1_000n)
  const node_id = await registerNode(db.database)
  await lease(plan, node_id, 995n)
  expect(await lease(plan, node_id, 600n, 6n)).toBe(null)
  expect((await lease(plan, node_id, 600n, 5n))?.amount_micros).toBe(5n)
})

/** Ten nodes ask at the same moment; returns the sum of their leases. */
async function race(plan: DeliverablePlan): Promise<bigint> {
  const node_id = await registerNode(db.database)
  await lease(plan, node_id, 1n)
  const granted = await Promise.all(Array.from({ length: 10 }, () => lease(plan, node_id, 300n)))
  return granted.reduce((sum, next) => sum + (next?.amount_micros ?? 0n), 1n)
}

test('nodes that lease at the same moment never get more than was placed together', async () => {
  for (let round = 0; round < 10; round += 1) expect(await race(planOf(1_000n))).toBe(1_000n)
})

test('negative control: without the lock on the budget they do', async () => {
  // Holds two between look and grant, so that the race happens in every run.
  const routine = 'delivery.grant_lease'
  const sources = await plant(db.asOwner, [
    { routine, from: 'where plan_id = of_plan for update;', to: 'where plan_id = of_plan;' },
    { routine, from: 'if pace.free_micros >=', to: `${meetAnother(1_000)}if pace.free_micros >=` },
  ])
  try {
    expect(await race(planOf(1_000n))).toBeGreaterThan(1_000n)
  } finally {
    for (const source of sources) await db.asOwner(source)
  }
})

/** As the worker does: carries billed events into the leases, then closes those due. */
function closeDue(): Promise<string[]> {
  return db.database.transaction(SYSTEM, async (tx) => {
    for (let spans = await readSpans(tx); spans.length > 0; spans = await readSpans(tx)) {
      await addLeaseSpend(tx, chargesByLease(await carrySpans(tx, newId(), spans)))
    }
    return await closeLeases(tx)
  })
}

test('whoever changes several leases locks them in one order: a node that returns them and the count of their events never wait for each other [proof 820]', async () => {
  const plan = planOf(1_000n)
  const node_id = await registerNode(db.database)
  const granted = [await lease(plan, node_id, 100n), await lease(plan, node_id, 100n)]
  const [first = '', last = ''] = granted.map((one) => one?.lease_id ?? '').toSorted()
  const acts = [
    (tx: Transaction) => addLeaseSpend(tx, new Map([last, first].map((lease_id) => [lease_id, 1n]))),
    (tx: Transaction) =>
      returnLeases(
        tx,
        [last, first].map((lease_id) => ({ lease_id, amount_micros: 100n, issued_micros: 50n })),
      ),
  ]
  const holder = await connect(db.owner)
  for (const act of acts) {
    await holder.query('begin')
    await holder.query('select from delivery.leases where lease_id = $1 for update', [first])
    const acting = db.database.transaction(SYSTEM, act)
    const waiting = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => db.asProgram(waiting)).toEqual([{ count: 1n }])
    await holder.query('select from delivery.leases where lease_id = $1 for update nowait', [last])
    await holder.query('commit')
    await acting
  }
  await holder.end()
})

/** One act of a node. */
type Step = { node: number; act: 'issue' | 'bill' | 'kill' | 'return' | 'advance'; charge: number }

const step = fc.record({
  node: fc.nat({ max: 2 }),
  act: fc.constantFrom<Step['act']>('issue', 'issue', 'issue', 'bill', 'bill', 'kill', 'return', 'advance'),
  charge: fc.integer({ min: 1, max: 40 }),
})

interface Issued {
  lease_id: string
  charge: bigint
  expires_ms: number
}

test('several nodes with kills, returns and lapses never overspend by one micro-unit, and the budget comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const plan = planOf(500n)
      const nodes = await Promise.all(
        [0, 1, 2].map(async () => ({
          id: await registerNode(db.database),
          book: new LeaseBook(),
          batch: 0n,
        })),
      )
      const issued: Issued[] = []
      const nowMs = async () => {
        const [row] = await db.asOwner<{ ms: number }>(
          'select (extract(epoch from platform.now()) * 1000)::float8 as ms',
        )
        return Math.floor(row?.ms ?? 0)
      }
      let now_ms = await nowMs()
      for (const { node, act, charge } of steps) {
        const one = nodes[node]
        if (!one) continue
        if (act === 'issue') {
          if (one.book.isLow(now_ms, 0)) {
            const granted = await lease(plan, one.id, 120n, BigInt(charge))
            if (granted) one.book.add(granted)
          }
          const taken = one.book.take(BigInt(charge), now_ms)
          if (taken)
            issued.push({ lease_id: taken.lease_id, charge: BigInt(charge), expires_ms: now_ms + 3_600_000 })
        } else if (act === 'bill') {
          const token = issued.splice(charge % Math.max(1, issued.length), 1)[0]
          if (token && token.expires_ms > now_ms) {
            one.batch += 1n
            const row = eventRow(plan.plan_id, token.lease_id, now_ms, {
              charge_micros: token.charge,
              taken_until_ms: token.expires_ms + 60_000,
            })
            await recordEvents(db.database, { node_id: one.id, batch: one.batch, sandbox: true }, [row])
          }
        } else if (act === 'kill') {
          one.book = new LeaseBook()
        } else if (act === 'return') {
          one.book.retireAll()
          const retired: RetiredLease[] = one.book.takeRetired()
          await db.database.transaction(SYSTEM, (tx) => returnLeases(tx, retired))
        } else {
          await db.moveClock(charge * 100_000)
          now_ms = await nowMs()
          await closeDue()
        }
        const found = await exposure(plan.plan_id).catch(() => null)
        if (!found) continue
        expect(found.leased + found.spent <= found.placed).toBe(true)
        expect(found.charged <= found.placed).toBe(true)
      }
      await db.moveClock(4_000_000)
      await closeDue()
      const end = await exposure(plan.plan_id).catch(() => null)
      if (end) expect([end.leased, end.spent]).toEqual([0n, end.charged])
    }),
    { numRuns: 25 },
  )
})
