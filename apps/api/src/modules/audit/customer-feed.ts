import type { Transaction } from '../../database/database.ts'
import { cutPage, keyOf, type Page } from '../paging.ts'
import { type FeedRow, readFeed } from './repository.ts'

/**
 * Every staff act on a customer's account: role, what, why, approver (PRODUCT §15). Row-level security holds in a
 * customer's own scope. Throws `cursor_invalid`.
 */
export async function customerFeed(
  tx: Transaction,
  customer_id: string,
  cursor: string | undefined,
  limit: number,
): Promise<Page<FeedRow>> {
  const before = keyOf(cursor, isSequence) ?? null
  const found = await readFeed(tx, customer_id, before, limit + 1)
  return cutPage(found, limit, ({ sequence }) => sequence)
}

function isSequence(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text)
}
