import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../database/connection.ts'
import { newId } from '../../database/identifiers.ts'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { Office } from '../../demo/office.ts'
import { plant } from '../../testing/plant.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { createLedgerWriter } from '../ledger/index.ts'
import type { Services } from '../services.ts'
import { placePlan } from './placing/place-plan.ts'
import { awaitPlacings } from './placing/placing-lock.repository.ts'
import { cash, PlanWorld, UNIT } from './testing/plan-world.ts'

let world: PlanWorld

const t = await testServices()
const staff = await buildStaff(t.services)
const elsewhere = new PostgresDatabase(t.db.program)
afterAll(async () => {
  await elsewhere.close()
  await t.close()
})
beforeEach(async () => {
  world = await PlanWorld.make(t)
  world.gate(true)
})

/** A request that was let through before the account was disabled. */
function place(services: Services = t.services, request_id = newId()) {
  const { product_id } = world.product
  return placePlan(services, world.customer_id, { request_id, product_id, parts: cash(100n * UNIT) })
}

/** Two people disable or cancel the account; the worker has yet to act on it. */
async function close(change: 'disable' | 'cancel'): Promise<void> {
  const office = new Office(t.services, t.modules, staff)
  const flags = { customer: world.customer_id, reason: 'asked for by the customer' }
  await office.decide(`customer-${change}`, flags)
}

/** How many of the program's connections wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await t.db.asProgram<{ count: bigint }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return Number(row?.count)
}
const until = (is_so: () => Promise<boolean>) => expect.poll(is_so).toBe(true)

/**
 * A placing is held up after it read the account's status, while the account is disabled and the worker ends its
 * plans; then another process places a plan. Answers the outcome of both.
 */
async function race(): Promise<{ status: string; later: string }> {
  const holder = await connect(t.db.owner)
  try {
    await holder.query("begin; set local adtally.scope = 'system'")
    await holder.query(
      "select from ledger.accounts where id = ledger.account_id('customer_available', $1, null) for update",
      [world.customer_id],
    )
    const placing = place()
    await until(async () => (await waiting()) === 1)
    await close('disable')
    let is_worked = false
    const working = t.drain().finally(() => {
      is_worked = true
    })
    // With the lock, the worker waits for the plan; without it, it finishes.
    await until(async () => is_worked || (await waiting()) === 2)
    const ledger = createLedgerWriter(elsewhere)
    const later = reasonOf(place({ ...t.services, database: elsewhere, ledger }))
    await until(async () => (await waiting()) >= (is_worked ? 1 : 3))
    await holder.query('commit')
    const [{ plan_id }, reason] = await Promise.all([placing, later, working])
    await ledger.close()
    return { status: await world.status(plan_id), later: reason }
  } finally {
    await holder.end()
  }
}

describe('a plan of an account that is disabled meanwhile', () => {
  test('is ended where it was being placed, and refused where it comes later; all money is back', async () => {
    expect(await race()).toEqual({ status: 'putFailed', later: 'account_disabled' })
    expect(await world.available()).toBe(1_000n * UNIT)
    await world.expectBooksToBalance()
  })

  test('control: without the lock the worker passes it over, and it runs on', async () => {
    const sources = await plant(t.db.asOwner, [
      { routine: 'plans.begin_placing', from: 'perform pg_advisory_xact_lock_shared(139, 1);', to: '' },
    ])
    try {
      expect((await race()).status).toBe('matching')
    } finally {
      for (const source of sources) await t.db.asOwner(source)
    }
  })

  test.each([
    ['disable', 'account_disabled'],
    ['cancel', 'account_cancelled'],
  ] as const)('is refused as its session is, once the work of %s is done', async (change, reason) => {
    await close(change)
    await t.drain()
    expect(await reasonOf(place())).toBe(reason)
    expect(await world.available()).toBe(1_000n * UNIT)
  })

  test('is refused before the worker comes to its work, and others of the same batch are not', async () => {
    const other = await PlanWorld.make(t)
    await close('disable')
    const [refused, placed] = await Promise.all([reasonOf(place()), other.place()])
    expect(refused).toBe('account_disabled')
    expect(await other.status(placed.plan_id)).toBe('matching')
  })

  test('that was placed before is answered again to the same request', async () => {
    const request_id = newId()
    const placed = await place(t.services, request_id)
    await close('disable')
    await t.drain()
    expect(await place(t.services, request_id)).toEqual(placed)
    expect(await world.status(placed.plan_id)).toBe('putFailed')
  })
})

test('whoever has waited for placing holds it up no longer, its own transaction still open', async () => {
  await elsewhere.transaction({ kind: 'system' }, async (tx) => {
    await awaitPlacings(tx)
    await world.place()
    const { rows } = await sql<{ held: bigint }>`
      select count(*) as held from pg_locks
      where locktype = 'advisory' and classid = 139
        and database = (select oid from pg_database where datname = current_database())`.execute(tx)
    expect(rows).toEqual([{ held: 0n }])
  })
})
