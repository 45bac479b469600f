import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Waits until no other transaction is at work on what is named so; the turn ends with the transaction. For what no row stands
 * for that could be locked, or what replaces the row itself: a second one would not see what the first puts in its place.
 */
export async function takeTurn(tx: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
