import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { AccountCode } from '../chart-of-accounts.ts'
import type { PostingName } from '../postings.ts'

/** What came to an owner's accounts together, or went from them, on a day (UTC) by one posting. */
export interface OwnerDay {
  day: string
  posting: PostingName
  /** Whether it came to them. */
  gains: boolean
  entries: number
  amount_micros: Micros
}

/**
 * What crossed the edge of all of an owner's accounts of these codes since a moment, by day; what moved between them is none of
 * it. For that owner's own party, and in system scope.
 */
export async function ownerDays(
  tx: Transaction,
  owner_id: string,
  codes: readonly AccountCode[],
  from_at: Date,
): Promise<OwnerDay[]> {
  const { rows } = await sql<OwnerDay>`
    select day::text as day, posting, gains, entries::integer as entries, amount_micros::bigint as amount_micros
    from ledger.owner_days(${owner_id}, ${[...codes]}::text[], ${from_at})`.execute(tx)
  return rows
}
