import type { InputOf } from '@adtally/contract/call.ts'
import type { acceptorOrderConfirm } from '@adtally/contract/money/exchange.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Findings, MoneyActionKind } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { type Acceptor, escrowedOf, lockAcceptors } from '../acceptors.repository.ts'
import { tellCustomers } from '../tell-customers.ts'
import { limitsOf } from './move-on.ts'
import { escrowTransfers } from './order-money.ts'
import { orderDeadline } from './order-states.ts'
import { type LockedOrder, lockOrdersOfMany, moveOrders, type Order } from './orders.repository.ts'
import { ownOrder, prove } from './own-order.ts'

interface ConfirmPayload {
  order_id: string
  customer_id: string
  acceptor_id: string
  /** From the policy that the order was offered under. */
  exchange_paying_limit_ms: number
}

/** What the check reads once the accounts are locked. */
interface ConfirmFindings {
  orders: ReadonlyMap<string, LockedOrder>
  acceptors: ReadonlyMap<string, Acceptor>
  /** The amount in escrow, by acceptor. */
  escrowed: ReadonlyMap<string, Micros>
}
type ConfirmKind = MoneyActionKind<ConfirmPayload, { order_id: string }, undefined, ConfirmFindings>

/** Confirming an offer; its outcome is the order's id. */
export const confirmKind: ConfirmKind = {
  name: 'exchange.confirm',
  lookLocked,
  check,
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
  await prove(services, customer_id, input, 'confirm')
  await escrowOrder(services, order, input.request_id)
}

/** Moves the money, for a caller already proved. Throws `exchange_order_not_found` without a customer. */
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

/** Locks acceptors before orders, as staff's acts do, and both after the accounts. */
async function lookLocked(tx: Transaction, payloads: readonly ConfirmPayload[]): Promise<ConfirmFindings> {
  const acceptor_ids = payloads.map(({ acceptor_id }) => acceptor_id)
  const [acceptors, orders, escrowed] = await Promise.all([
    lockAcceptors(tx, acceptor_ids),
    lockOrdersOfMany(tx, payloads),
    escrowedOf(tx, acceptor_ids),
  ])
  return { acceptors, orders, escrowed }
}

/**
 * Checks the whole batch: of two confirmations of one order only the first is accepted, and an acceptor's
 * confirmations together stay within its limit.
 */
async function check(
  _tx: Transaction,
  payloads: readonly ConfirmPayload[],
  { found_locked: { orders, acceptors, escrowed: before } }: Findings<undefined, ConfirmFindings>,
): Promise<(Refusal | null)[]> {
  const escrowed = new Map(before)
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

async function record(
  tx: Transaction,
  payloads: readonly ConfirmPayload[],
  _findings: unknown,
  http_request_ids: readonly (string | null)[],
): Promise<void> {
  const order_ids = payloads.map(({ order_id }) => order_id)
  const requests = new Map(order_ids.map((order_id, index) => [order_id, http_request_ids[index] ?? null]))
  const limits = new Map(payloads.map((payload) => [payload.order_id, payload.exchange_paying_limit_ms]))
  const moved = await moveOrders(tx, order_ids, 'escrowed', 'confirmed')
  await tellCustomers(
    tx,
    moved.map((order) => {
      const exchange_paying_limit_ms = limits.get(order.order_id) ?? 0
      const deadline = orderDeadline(order, { exchange_paying_limit_ms, exchange_confirming_limit_ms: 0 })
      return { order, deadline: deadline?.due_at ?? null, request_id: requests.get(order.order_id) }
    }),
  )
}
