import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type {} from './tables.ts'

/** Figures of what customers wait for, by their names in `/metrics`. */
export async function walletFigures(tx: Transaction) {
  const { rows } = await sql<{
    adtally_withdrawals_open: number
    adtally_withdrawals_due_within_day: number
    adtally_withdrawals_late: number
    adtally_holds_open: number
    adtally_holds_due_within_day: number
  }>`
    select withdrawals.*, holds.* from (
      select count(*)::float8 as adtally_withdrawals_open,
        count(*) filter (where send_by <= platform.now() + interval '1 day')::float8
          as adtally_withdrawals_due_within_day,
        count(*) filter (where send_by <= platform.now())::float8 as adtally_withdrawals_late
      from wallet.withdrawals where status in ('requested', 'approved')) as withdrawals, (
      select count(*)::float8 as adtally_holds_open,
        count(*) filter (where clock_stopped_at is null and deadline <= platform.now() + interval '1 day')::float8
          as adtally_holds_due_within_day
      from wallet.holds where released_at is null) as holds`.execute(tx)
  return rows[0]
}
