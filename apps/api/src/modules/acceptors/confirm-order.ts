import type { InputOf } from '@adtally/contract/call.ts'
import type { acceptorOrderConfirm } from '@adtally/contract/exchange.ts'
import type { Transaction } from '../../database/database.ts'
import type { MoneyActionKind } from '../ledger/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { escrowedOf, lockAcceptors } from './acceptors.repository.ts'
import { limitsOf } from './move-on.ts'
import { escrowTransfers } from './order-money.ts'
import { orderDeadline } from './order-states.ts'
import { lockOrdersOfMany, moveOrders, type Order } from './orders.repository.ts'
import { ownOrder, prove } from './own-order.ts'
import { tellCustomer } from './tell-customer.ts'

interface ConfirmPayload {
  order_id: string
  customer_id: string
  acceptor_id: string
  /** Of the policy that the order was offered under. */
  exchange_paying_limit_ms: number
}

/** Confirming an offer; its outcome is the order's id. */
export const confirmKind: MoneyActionKind<ConfirmPayload, { order_id: string }> = {
  name: 'exchange.confirm',
  check: checkAll,
  record,
  outcomeOf: ({ order_id }) => ({ order_id }),
}

/**
 * Confirms the offer behind the customer's acceptance code: amount and fee go into escrow, once, whichever device was
 * first (PRODUCT §11). Throws what `acceptorOrderConfirm` lists.
 */
export async function confirmOrder(
  services: Services,
  customer_id: string,
  input: InputOf<typeof acceptorOrderConfirm>,
): Promise<void> {
  const order = await ownOrder(services, customer_id, input.order_id)
  await prove(services, customer_id, input)
  await escrowOrder(services, order, input.request_id)
}

/** The money's part of it: whoever asks has proved that they may. Throws `exchange_order_not_found` for nobody's. */
export async function escrowOrder(services: Services, order: Order, request_id: string): Promise<void> {
  const { order_id, acceptor_id, customer_id } = order
  if (customer_id === null) throw new Refusal('exchange_order_not_found', { field: 'order_id' })
  const { exchange_paying_limit_ms } = await limitsOf(services, order)
  await services.ledger.submit({
    kind: confirmKind,
    owner_id: customer_id,
    request_id,
    request_content: JSON.stringify(['exchange_confirm', order_id]),
    transfers: escrowTransfers(order),
    payload: { order_id, customer_id, acceptor_id, exchange_paying_limit_ms },
  })
}

/**
 * All at once: of two confirmations of one order in a batch the first is good, and those of one acceptor together keep
 * to its limit. Acceptors are locked ahead of orders, as staff's acts do.
 */
async function checkAll(tx: Transaction, payloads: readonly ConfirmPayload[]): Promise<(Refusal | null)[]> {
  const acceptor_ids = payloads.map(({ acceptor_id }) => acceptor_id)
  const acceptors = await lockAcceptors(tx, acceptor_ids)
  const orders = await lockOrdersOfMany(tx, payloads)
  const escrowed = await escrowedOf(tx, acceptor_ids)
  const taken = new Set<string>()
  return payloads.map(({ order_id, acceptor_id }) => {
    const order = orders.get(order_id)
    const acceptor = acceptors.get(acceptor_id)
    if (!order || !acceptor) return new Refusal('exchange_order_not_found', { field: 'order_id' })
    if (order.status !== 'offered' || order.is_late || !acceptor.is_open || taken.has(order_id)) {
      return new Refusal('exchange_offer_over', { field: 'order_id' })
    }
    const together = (escrowed.get(acceptor_id) ?? 0n) + order.amount_micros
    if (together > acceptor.limit_micros) return new Refusal('acceptor_limit_exceeded', { field: 'order_id' })
    escrowed.set(acceptor_id, together)
    taken.add(order_id)
    return null
  })
}

async function record(tx: Transaction, payloads: readonly ConfirmPayload[]): Promise<void> {
  const order_ids = payloads.map(({ order_id }) => order_id)
  const limits = new Map(payloads.map(({ order_id, ...limit }) => [order_id, limit]))
  for (const order of await moveOrders(tx, order_ids, 'escrowed', 'confirmed')) {
    const exchange_paying_limit_ms = limits.get(order.order_id)?.exchange_paying_limit_ms ?? 0
    const deadline = orderDeadline(order, { exchange_paying_limit_ms, exchange_confirming_limit_ms: 0 })
    await tellCustomer(tx, order, deadline?.due_at ?? null)
  }
}
