import type { FlowType, WalletPart } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** What a line of the fund flow changed in a stretch of time, per wallet part. */
export type LineChange = {
  flow_id: string
  type: FlowType
  subject_kind: string
  subject_id: string
  /** Its first entry of the stretch. */
  at: Date
} & PartSums

/** Micro-units per wallet part. */
export type PartSums = { [Part in WalletPart as `${Part}_micros`]: Micros }

/** A month of a time zone: from its first moment, until the next month's. */
export async function monthBounds(
  tx: Transaction,
  month: string,
  time_zone: string,
): Promise<{ from_at: Date; until_at: Date }> {
  const first = sql`${`${month}-01`}::timestamp`
  const { rows } = await sql<{ from_at: Date; until_at: Date }>`
    select ${first} at time zone ${time_zone} as from_at,
      (${first} + interval '1 month') at time zone ${time_zone} as until_at`.execute(tx)
  const [bounds] = rows
  if (!bounds) throw new Error('a month has bounds')
  return bounds
}

/**
 * What changed from `from_at` until before `until_at`, oldest first, up to `rows_max`: changes over following
 * stretches add up to each balance, and an entry is in exactly one of them.
 */
export async function lineChanges(
  tx: Transaction,
  customer_id: string,
  stretch: { from_at: Date; until_at: Date; rows_max: number },
): Promise<LineChange[]> {
  const { rows } = await sql<LineChange>`
    select * from ledger.line_changes(${customer_id}, ${stretch.from_at}, ${stretch.until_at})
    order by at, flow_id limit ${stretch.rows_max}`.execute(tx)
  return rows
}

/** What each part of the wallet held before a time, by the lines up to then. */
export async function balancesBefore(tx: Transaction, customer_id: string, at: Date): Promise<PartSums> {
  const { rows } = await sql<PartSums>`
    select
      coalesce(sum(available_micros), 0)::bigint as available_micros,
      coalesce(sum(pending_spend_micros), 0)::bigint as pending_spend_micros,
      coalesce(sum(to_be_settled_micros), 0)::bigint as to_be_settled_micros,
      coalesce(sum(on_hold_micros), 0)::bigint as on_hold_micros,
      coalesce(sum(discount_micros), 0)::bigint as discount_micros,
      coalesce(sum(startup_micros), 0)::bigint as startup_micros
    from ledger.line_changes(${customer_id}, null, ${at})`.execute(tx)
  const [sums] = rows
  if (!sums) throw new Error('a sum is always answered')
  return sums
}
