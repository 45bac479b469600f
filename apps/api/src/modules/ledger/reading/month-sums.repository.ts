import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/**
 * Adds the days (UTC) that have ended to the monthly sums, at most a year of them; false if there are none, or if a
 * transaction of such a day is still open. Needs system scope.
 */
export async function sumEndedDays(tx: Transaction): Promise<boolean> {
  // A day can have any number of entries, so the statement gets no time limit.
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
  const { rows } = await sql<{ has_summed: boolean }>`select ledger.sum_ended_days() as has_summed`.execute(
    tx,
  )
  return rows[0]?.has_summed ?? false
}
