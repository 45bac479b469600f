import { checkSecondFactor, checkTransactionPassword } from '../identity/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { type Order, orderById } from './orders.repository.ts'

/** The customer's own order. Throws `exchange_order_not_found` for another's, too. */
export async function ownOrder(
  { database }: Services,
  customer_id: string,
  order_id: string,
): Promise<Order> {
  const order = await database.transaction({ kind: 'customer', customer_id }, (tx) => orderById(tx, order_id))
  if (!order) throw new Refusal('exchange_order_not_found', { field: 'order_id' })
  return order
}

/**
 * Asks whoever lets money go for the transaction password and, where one is set up, the second factor: a stolen token
 * alone exchanges nothing (SECURITY). Throws what these two throw.
 */
export async function prove(
  services: Services,
  customer_id: string,
  { password, second_factor }: { password: string; second_factor?: string | undefined },
): Promise<void> {
  await checkTransactionPassword(services, customer_id, password)
  await checkSecondFactor(services, customer_id, second_factor)
}
