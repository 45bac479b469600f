import type { OutputOf } from '@adtally/contract/call.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { acceptorOrderList } from '@adtally/contract/money/exchange.ts'
import { cutPage, keyOf } from '../../paging.ts'
import type { Services } from '../../services.ts'
import { ordersOf } from './orders.repository.ts'
import { showOrders } from './show-orders.ts'

/** A page of a customer's exchange orders, read in their own scope. Throws `cursor_invalid`. */
export async function listOrders(
  services: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<OutputOf<typeof acceptorOrderList>> {
  const { limit = LIMIT_DEFAULT } = input
  const before = keyOf(input.cursor)
  const found = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    ordersOf(tx, customer_id, { before, limit: limit + 1 }),
  )
  const { items, next_cursor } = cutPage(found, limit, ({ order_id }) => order_id)
  return { items: await showOrders(services, customer_id, items), next_cursor }
}
