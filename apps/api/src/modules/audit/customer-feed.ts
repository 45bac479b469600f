import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../refusal.ts'
import { type FeedRow, readFeed } from './repository.ts'
import { parseCursor } from './rules.ts'

/** A page of a customer's accountability feed, newest first. */
export interface FeedPage {
  rows: FeedRow[]
  next_cursor: string | null
}

/**
 * Every staff act on a customer's account: role, what, why, approver (PRODUCT §15). Row-level security holds in a
 * customer's own scope. Throws `cursor_invalid`.
 */
export async function customerFeed(
  tx: Transaction,
  customer_id: string,
  cursor: string | undefined,
  limit: number,
): Promise<FeedPage> {
  const sequence = cursor === undefined ? null : parseCursor(cursor)
  if (cursor !== undefined && sequence === null) throw new Refusal('cursor_invalid', { field: 'cursor' })
  const found = await readFeed(tx, customer_id, sequence, limit + 1)
  const rows = found.slice(0, limit)
  return { rows, next_cursor: found.length > limit ? (rows.at(-1)?.sequence ?? null) : null }
}
