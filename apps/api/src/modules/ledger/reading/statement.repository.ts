import type { FlowType, WalletPart } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

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

/** What a customer's flow types changed, each per wallet part. */
export type TypeSums = Map<FlowType, PartSums>

/**
 * What changed before a time, by flow type: their sum is what the wallet held then. Kept sums of months, brought up to
 * the last midnight once a day, and the lines between that or the nearest turn of a month and the time, so that it costs
 * the same whatever the history.
 */
export async function typeSumsBefore(tx: Transaction, customer_id: string, at: Date): Promise<TypeSums> {
  const { rows } = await sql<PartSums & { type: FlowType }>`
    select * from ledger.type_sums_before(${customer_id}, ${at})`.execute(tx)
  return new Map(rows.map(({ type, ...sums }) => [type, sums]))
}
