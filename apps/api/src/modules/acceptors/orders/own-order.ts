import { Refusal } from '../../../lib/refusal.ts'
import {
  checkSecondFactor,
  checkTransactionPassword,
  customerById,
  type FactorProof,
} from '../../identity/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { type Order, orderById } from './orders.repository.ts'

const HOUR_MS = 3_600_000

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
 * Asks for the transaction password and, where set up, the second factor before money goes: a stolen token alone
 * exchanges nothing (SECURITY). A reset password waits as it does for a withdrawal (PRODUCT §7). Throws what both
 * checks throw, and `transaction_password_recently_reset` with its `deadline`.
 */
export async function prove(
  services: Services,
  customer_id: string,
  { password, second_factor, passkey, order_id }: { password: string; order_id: string } & FactorProof,
  act: 'confirm' | 'complete',
): Promise<void> {
  await checkTransactionPassword(services, customer_id, password)
  const use = { kind: 'exchange', act, order_id } as const
  await checkSecondFactor(services, customer_id, { second_factor, passkey }, use)
  const { beneficiary_wait_ms } = policies.current(services)
  const customer = await services.database.transaction({ kind: 'system' }, (tx) =>
    customerById(tx, customer_id),
  )
  const reset_ms = customer?.transaction_password_reset_at?.getTime() ?? Number.NEGATIVE_INFINITY
  if (reset_ms + beneficiary_wait_ms > services.clock.now_ms()) {
    const deadline = new Date(reset_ms + beneficiary_wait_ms)
    throw new Refusal('transaction_password_recently_reset', {
      field: 'password',
      deadline,
      values: { beneficiary_wait_hours: beneficiary_wait_ms / HOUR_MS },
    })
  }
}
