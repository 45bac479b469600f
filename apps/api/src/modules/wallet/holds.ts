import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { isId } from '../../database/identifiers.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { type HoldView, holdViews } from './holds.repository.ts'

/** A page of the customer's holds, released ones too, newest first. Throws `cursor_invalid`. */
export async function listHolds(
  services: Services,
  customer_id: string,
  page: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ items: HoldView[]; next_cursor: string | null }> {
  const { cursor: before, limit = LIMIT_DEFAULT } = page
  if (before !== undefined && !isId(before)) throw new Refusal('cursor_invalid', { field: 'cursor' })
  const rows = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    holdViews(tx, { customer_id, before, limit: limit + 1 }),
  )
  const items = rows.slice(0, limit)
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.hold_id ?? null) : null }
}

/** One hold of the customer's. Throws `hold_not_found`. */
export async function readHold(services: Services, customer_id: string, hold_id: string): Promise<HoldView> {
  const [row] = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    holdViews(tx, { customer_id, hold_id, limit: 1 }),
  )
  if (!row) throw new Refusal('hold_not_found', { field: 'hold_id' })
  return row
}
