import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/**
 * The database's own clock, in whole milliseconds: for a decision that the database checks again in the same transaction.
 * The program's clock may be ahead by a fraction of a round trip, and would allow what the check then refuses.
 */
export async function nowIn(tx: Transaction): Promise<Date> {
  const { now } = await tx
    .selectNoFrom(sql<Date>`date_trunc('milliseconds', platform.now())`.as('now'))
    .executeTakeFirstOrThrow()
  return now
}
