import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/**
 * Marks this transaction as placing plans, so that `awaitPlacings` waits for its end. Call it in a statement of its
 * own, before reading anything that placing depends on, so that it sees what the waiting transaction committed.
 */
export async function beginPlacing(tx: Transaction): Promise<void> {
  await sql`select plans.begin_placing()`.execute(tx)
}

/**
 * Waits until every transaction that is placing now has ended; later ones have to queue. Can't deadlock: the waiting
 * transaction has locked nothing that placing needs, and queued placings have locked nothing yet.
 */
export async function awaitPlacings(tx: Transaction): Promise<void> {
  await sql`select plans.await_placings()`.execute(tx)
}
