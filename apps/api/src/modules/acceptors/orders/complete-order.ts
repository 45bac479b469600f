import type { InputOf } from '@adtally/contract/call.ts'
import type { acceptorOrderComplete } from '@adtally/contract/money/exchange.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Findings, MoneyActionKind } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { tellCustomers } from '../tell-customers.ts'
import { releaseTransfers } from './order-money.ts'
import { nextOrderStatus } from './order-states.ts'
import { lockOrdersOfMany, moveOrders, type Order } from './orders.repository.ts'
import { ownOrder, prove } from './own-order.ts'

interface CompletePayload {
  order_id: string
  customer_id: string
}

type LockedOrders = ReadonlyMap<string, Order>
type CompleteKind = MoneyActionKind<CompletePayload, { order_id: string }, undefined, LockedOrders>

const completeKind: CompleteKind = {
  name: 'exchange.complete',
  lookLocked: lockOrdersOfMany,
  check,
  record,
  outcomeOf: ({ order_id }) => ({ order_id }),
}

/**
 * The customer says that the payment has arrived: once, the escrow goes to the acceptor and the fee to the platform
 * (PRODUCT §11: otherwise only two members of staff can complete it). Throws what `acceptorOrderComplete` lists.
 */
export async function completeOrder(
  services: Services,
  customer_id: string,
  input: InputOf<typeof acceptorOrderComplete>,
): Promise<void> {
  const order = await ownOrder(services, customer_id, input.order_id)
  await prove(services, customer_id, input, 'complete')
  await releaseOrder(services, order, input.request_id)
}

/** Moves the money, for a caller already proved. Throws `exchange_order_not_found` without a customer. */
export async function releaseOrder(services: Services, order: Order, request_id: string): Promise<void> {
  const { order_id, customer_id } = order
  if (customer_id === null) throw new Refusal('exchange_order_not_found', { field: 'order_id' })
  await services.ledger.submit({
    kind: completeKind,
    owner_id: customer_id,
    request_id,
    request_content: JSON.stringify(['exchange_complete', order_id]),
    transfers: releaseTransfers(order),
    payload: { order_id, customer_id },
  })
}

/** Checks the whole batch: of two completions of one order, only the first is accepted. */
async function check(
  _tx: Transaction,
  payloads: readonly CompletePayload[],
  { found_locked: orders }: Findings<undefined, LockedOrders>,
): Promise<(Refusal | null)[]> {
  const taken = new Set<string>()
  return payloads.map(({ order_id }) => {
    const order = orders.get(order_id)
    const may = order && !taken.has(order_id) && nextOrderStatus(order.status, 'customer_confirmed') !== null
    taken.add(order_id)
    return may ? null : new Refusal('exchange_order_moved_on', { field: 'order_id' })
  })
}

async function record(
  tx: Transaction,
  payloads: readonly CompletePayload[],
  _findings: unknown,
  http_request_ids: readonly (string | null)[],
): Promise<void> {
  const order_ids = payloads.map(({ order_id }) => order_id)
  const requests = new Map(order_ids.map((order_id, index) => [order_id, http_request_ids[index] ?? null]))
  const moved = await moveOrders(tx, order_ids, 'completed', 'customer_confirmed')
  await tellCustomers(
    tx,
    moved.map((order) => ({ order, deadline: null, request_id: requests.get(order.order_id) })),
  )
}
