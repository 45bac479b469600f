import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { type Flow, lockAccountsOf, PLATFORM_ID, type Transfer } from '../../ledger/index.ts'
import { lockOrder, type Order, orderById } from './orders.repository.ts'

/** The parts of an order that its postings depend on; `customer_id` is null until somebody has entered the code. */
export type OrderTerms = Pick<
  Order,
  'order_id' | 'acceptor_id' | 'customer_id' | 'amount_micros' | 'fee_micros'
>

function customerOf({ order_id, customer_id }: OrderTerms): string {
  if (customer_id === null) throw new RangeError(`order ${order_id} has no customer, so it has no money`)
  return customer_id
}

/** The fund-flow line of an exchange; returned money has its own line. */
function flowOf(order_id: string, id = order_id): Flow {
  return { id, type: 'exchange', subject_kind: 'exchange_order', subject_id: order_id }
}

/** Confirmed: the whole amount into escrow (PRODUCT §3, "Acceptor order accepted"). */
export function escrowTransfers(order: OrderTerms): Transfer[] {
  const owner_id = customerOf(order)
  return [
    {
      id: newId(),
      kind: 'posted',
      posting: 'exchange_accepted',
      debit: { code: 'customer_available', owner_id },
      credit: { code: 'fx_hold', owner_id },
      amount_micros: order.amount_micros,
      cause: { kind: 'exchange_order', id: order.order_id },
      flow: flowOf(order.order_id),
      reason_if_short: 'insufficient_balance',
    },
  ]
}

/** Completed: out of escrow to the acceptor, the fee to the platform (PRODUCT §3). */
export function releaseTransfers(order: OrderTerms): Transfer[] {
  const base = {
    kind: 'posted',
    posting: 'exchange_completed',
    debit: { code: 'fx_hold', owner_id: customerOf(order) },
    cause: { kind: 'exchange_order', id: order.order_id },
    flow: flowOf(order.order_id),
  } as const
  const { acceptor_id, amount_micros, fee_micros } = order
  const paid: Transfer = {
    ...base,
    id: newId(),
    credit: { code: 'acceptor_available', owner_id: acceptor_id },
    amount_micros: amount_micros - fee_micros,
  }
  if (fee_micros === 0n) return [paid]
  return [
    paid,
    { ...base, id: newId(), credit: { code: 'fee', owner_id: PLATFORM_ID }, amount_micros: fee_micros },
  ]
}

/** Returned: the whole amount out of escrow, back to the accounts it came from (PRODUCT §3). */
export function returnTransfers(order: OrderTerms): Transfer[] {
  const owner_id = customerOf(order)
  return [
    {
      id: newId(),
      kind: 'posted',
      posting: 'exchange_returned',
      debit: { code: 'fx_hold', owner_id },
      credit: { code: 'customer_available', owner_id },
      amount_micros: order.amount_micros,
      cause: { kind: 'exchange_order', id: order.order_id },
      flow: flowOf(order.order_id, newId()),
    },
  ]
}

/** Made good: the whole amount out of the acceptor's bond (PRODUCT §11). */
export function madeGoodTransfers(order: OrderTerms): Transfer[] {
  return [
    {
      id: newId(),
      kind: 'posted',
      posting: 'exchange_made_good',
      debit: { code: 'acceptor_bond', owner_id: order.acceptor_id },
      credit: { code: 'customer_available', owner_id: customerOf(order) },
      amount_micros: order.amount_micros,
      cause: { kind: 'exchange_order', id: order.order_id },
      flow: flowOf(order.order_id, newId()),
      reason_if_short: 'insufficient_balance',
    },
  ]
}

/**
 * An order and its transfers. Locks the accounts, then the order, as customers' own acts do; terms never change, so
 * they may be read before. `lockBetween` locks its acceptor. Null where there is no such order.
 */
export async function lockWithMoney(
  tx: Transaction,
  order_id: string,
  transfersOf: (order: OrderTerms) => Transfer[],
  lockBetween?: (order: OrderTerms) => Promise<unknown>,
): Promise<{ order: Order; transfers: Transfer[] } | null> {
  const seen = await orderById(tx, order_id)
  if (!seen || seen.customer_id === null) return null
  const transfers = transfersOf(seen)
  await lockAccountsOf(tx, transfers)
  await lockBetween?.(seen)
  const order = await lockOrder(tx, order_id)
  return order && { order, transfers }
}
