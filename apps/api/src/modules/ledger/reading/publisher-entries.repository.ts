import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { PostingName } from '../postings.ts'

/** An entry of a publisher's free money. */
export interface PublisherEntry {
  id: string
  reverses_id: string | null
  posting: PostingName
  /** Above 0 where it gained. */
  change_micros: Micros
  cause_kind: string
  cause_id: string
  created_at: Date
}

/** What a publisher has: free, and of plans that are not released yet. System scope, or its own party's. */
export async function publisherMoney(
  tx: Transaction,
  publisher_id: string,
): Promise<{ available_micros: Micros; unsettled_micros: Micros }> {
  const { rows } = await sql<{ available_micros: Micros; unsettled_micros: Micros }>`
    select available_micros::bigint, unsettled_micros::bigint
    from ledger.publisher_money(${publisher_id}::uuid)`.execute(tx)
  return rows[0] ?? { available_micros: 0n, unsettled_micros: 0n }
}

/** What a publisher's free money gained and lost in a month of UTC. */
export interface PublisherMonth {
  /** Its first day, `2026-11-01`. */
  month: string
  credited_micros: Micros
  debited_micros: Micros
  entries: bigint
}

/** Months of a publisher's free money, oldest first, without those that had nothing. As `publisherMoney`. */
export async function publisherMonths(tx: Transaction, publisher_id: string): Promise<PublisherMonth[]> {
  const { rows } = await sql<PublisherMonth>`
    select month::text, credited_micros::bigint, debited_micros::bigint, entries::bigint
    from ledger.publisher_months(${publisher_id}::uuid)`.execute(tx)
  return rows
}

/**
 * Entries of a publisher's free money within a stretch of time, oldest first, after one of them if told, `rows_max` at
 * most. As `publisherMoney`.
 */
export async function publisherEntries(
  tx: Transaction,
  publisher_id: string,
  stretch: { from_at: Date; until_at: Date },
  { after, rows_max }: { after?: string | undefined; rows_max?: number | undefined } = {},
): Promise<PublisherEntry[]> {
  const { rows } = await sql<PublisherEntry>`
    select * from ledger.publisher_entries(${publisher_id}::uuid, ${stretch.from_at}::timestamptz,
      ${stretch.until_at}::timestamptz, ${after ?? null}::uuid, ${rows_max ?? null}::integer)`.execute(tx)
  return rows
}

/** What a publisher's free money was before one of its entries. As `publisherMoney`. */
export async function publisherBalance(
  tx: Transaction,
  publisher_id: string,
  before_id: string,
): Promise<Micros> {
  const { rows } = await sql<{ balance_micros: Micros | null }>`
    select ledger.publisher_balance(${publisher_id}::uuid, ${before_id}::uuid)::bigint as balance_micros`.execute(
    tx,
  )
  return rows[0]?.balance_micros ?? 0n
}
