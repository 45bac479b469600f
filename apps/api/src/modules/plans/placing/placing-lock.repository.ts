import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/**
 * Says that this transaction places plans: `awaitPlacings` waits for its end. Before anything that is then relied on is
 * read, in a statement of its own, so that what is read was committed before whoever waited went on.
 */
export async function beginPlacing(tx: Transaction): Promise<void> {
  await sql`select plans.begin_placing()`.execute(tx)
}

/**
 * Waits until every transaction that places now is over; what comes later is not held up for longer. No deadlock: whoever
 * waits here has locked nothing that placing needs, and placing has locked nothing yet when it queues behind.
 */
export async function awaitPlacings(tx: Transaction): Promise<void> {
  await sql`select plans.await_placings()`.execute(tx)
}
