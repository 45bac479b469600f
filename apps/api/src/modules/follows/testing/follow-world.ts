import { newId } from '../../../database/identifiers.ts'
import type { TestServices } from '../../../testing/servers/test-services.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildProduct, giveCash } from '../../../testing/worlds/build-marketplace.ts'
import { placePlan } from '../../plans/index.ts'
import { follow } from '../follow.ts'
import type { Relation } from '../relations.repository.ts'

export const UNIT = 1_000_000n

/** A customer with the ID that others use. */
export interface Operator extends BuiltCustomer {
  operated_id: string
}

/** A customer with cash and their operated ID from registration. */
export async function operator(t: TestServices, cash_micros = 1_000n * UNIT): Promise<Operator> {
  const customer = await buildCustomer(t.services)
  await giveCash(t.services, customer.customer_id, cash_micros)
  const [row] = await t.db.asOwner<{ operated_id: string }>(
    'select operated_id from identity.customers where customer_id = $1',
    [customer.customer_id],
  )
  if (!row) throw new Error('a customer was made')
  return { ...customer, operated_id: row.operated_id }
}

/** Follows a leader who never got a rate, at 0 percent. */
export function followFree(t: TestServices, follower: Operator, leader: Operator): Promise<Relation> {
  return follow(t.services, follower.customer_id, {
    request_id: newId(),
    operated_id: leader.operated_id,
    fee_percent: 0,
  })
}

/** An open product for a test's plans. */
export async function product(t: TestServices): Promise<string> {
  return (await buildProduct(t.services)).product_id
}

/** Places a plan of 100 and drains the work that follows. */
export async function place(t: TestServices, customer_id: string, product_id: string): Promise<string> {
  const parts = { cash_micros: 100n * UNIT, discount_micros: 0n, startup_micros: 0n }
  const placed = await placePlan(t.services, customer_id, {
    request_id: newId(),
    product_id,
    parts,
    duration_days: 12,
  })
  await t.drain()
  return placed.plan_id
}
