import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/**
 * The database's own time, in whole milliseconds, for decisions that the database checks again in the same
 * transaction. The program's clock may be slightly ahead and allow what that check refuses.
 */
export async function nowIn(tx: Transaction): Promise<Date> {
  const { now } = await tx
    .selectNoFrom(sql<Date>`date_trunc('milliseconds', platform.now())`.as('now'))
    .executeTakeFirstOrThrow()
  return now
}
