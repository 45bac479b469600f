import type { OutputOf } from '@adtally/contract/call.ts'
import type { acceptorOrderList } from '@adtally/contract/exchange.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { isId } from '../../database/identifiers.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { acceptorsByIds } from './acceptors.repository.ts'
import { changesOf, ordersOf } from './orders.repository.ts'
import { presentOrder } from './presenter.ts'
import { referenceRatesByIds } from './reference-rates.repository.ts'

/** A page of a customer's exchange orders, by their own scope's rows. Throws `cursor_invalid`. */
export async function listOrders(
  { database }: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<OutputOf<typeof acceptorOrderList>> {
  const { cursor: before, limit = LIMIT_DEFAULT } = input
  if (before !== undefined && !isId(before)) throw new Refusal('cursor_invalid', { field: 'cursor' })
  const { found, changes, references } = await database.transaction(
    { kind: 'customer', customer_id },
    async (tx) => {
      const orders = await ordersOf(tx, customer_id, { before, limit: limit + 1 })
      return {
        found: orders,
        changes: await changesOf(
          tx,
          orders.map(({ order_id }) => order_id),
        ),
        references: await referenceRatesByIds(
          tx,
          orders.map(({ reference_rate_id }) => reference_rate_id),
        ),
      }
    },
  )
  const shown = found.slice(0, limit)
  // Who an acceptor is lies outside a customer's scope: of it the card alone is shown.
  const acceptors = await database.transaction({ kind: 'system' }, (tx) =>
    acceptorsByIds(
      tx,
      shown.map(({ acceptor_id }) => acceptor_id),
    ),
  )
  return {
    items: shown.flatMap((order) => {
      const acceptor = acceptors.get(order.acceptor_id)
      const reference = references.get(order.reference_rate_id)
      const timeline = changes.get(order.order_id) ?? []
      return acceptor && reference ? [presentOrder(order, acceptor, reference, timeline)] : []
    }),
    next_cursor: found.length > limit ? (shown.at(-1)?.order_id ?? null) : null,
  }
}
