import type { OutputOf } from '@adtally/contract/call.ts'
import type { acceptorOrderList } from '@adtally/contract/exchange.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { isId } from '../../database/identifiers.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { ordersOf } from './orders.repository.ts'
import { showOrders } from './show-orders.ts'

/** A page of a customer's exchange orders, by their own scope's rows. Throws `cursor_invalid`. */
export async function listOrders(
  services: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<OutputOf<typeof acceptorOrderList>> {
  const { cursor: before, limit = LIMIT_DEFAULT } = input
  if (before !== undefined && !isId(before)) throw new Refusal('cursor_invalid', { field: 'cursor' })
  const found = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    ordersOf(tx, customer_id, { before, limit: limit + 1 }),
  )
  const shown = found.slice(0, limit)
  return {
    items: await showOrders(services, customer_id, shown),
    next_cursor: found.length > limit ? (shown.at(-1)?.order_id ?? null) : null,
  }
}
