import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** Puts a publisher's key in force, as its hash. */
export async function insertExchangeKey(
  tx: Transaction,
  key: { key_id: string; publisher_id: string; key_hash: Buffer },
): Promise<void> {
  await tx
    .insertInto('marketplace.exchange_keys')
    .values({ ...key, created_at: sql<Date>`platform.now()`, ended_at: null })
    .execute()
}

/** Ends a publisher's key in force; false where it has none. */
export async function endExchangeKey(tx: Transaction, publisher_id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('marketplace.exchange_keys')
    .set({ ended_at: sql<Date>`platform.now()` })
    .where('publisher_id', '=', publisher_id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The exchange by the SHA-256, in hexadecimal, of its key in force. Changes are announced on `marketplace_changed`. */
export async function exchangesByKey(tx: Transaction): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('marketplace.exchange_keys')
    .select(['key_hash', 'publisher_id'])
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map(({ key_hash, publisher_id }) => [key_hash.toString('hex'), publisher_id]))
}
