import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/**
 * Adds the days of UTC that have ended to the sums of months, at most a year of them; false where there is none, or
 * where a transaction of such a day is still open. Needs system scope.
 */
export async function sumEndedDays(tx: Transaction): Promise<boolean> {
  // A day's entries are as many as there are: it takes the time that it needs.
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
  const { rows } = await sql<{ has_summed: boolean }>`select ledger.sum_ended_days() as has_summed`.execute(
    tx,
  )
  return rows[0]?.has_summed ?? false
}
