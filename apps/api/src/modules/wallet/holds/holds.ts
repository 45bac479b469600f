import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { cutPage, keyOf, type Page } from '../../paging.ts'
import type { Services } from '../../services.ts'
import { type HoldView, holdViews } from './holds.repository.ts'

/** A page of the customer's holds, including released ones, newest first. Throws `cursor_invalid`. */
export async function listHolds(
  services: Services,
  customer_id: string,
  page: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<HoldView>> {
  const { limit = LIMIT_DEFAULT } = page
  const before = keyOf(page.cursor)
  const found = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    holdViews(tx, { customer_id, before, limit: limit + 1 }),
  )
  return cutPage(found, limit, ({ hold_id }) => hold_id)
}

/** One hold of the customer's. Throws `hold_not_found`. */
export async function readHold(services: Services, customer_id: string, hold_id: string): Promise<HoldView> {
  const [row] = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    holdViews(tx, { customer_id, hold_id, limit: 1 }),
  )
  if (!row) throw new Refusal('hold_not_found', { field: 'hold_id' })
  return row
}
