import type { FlowType, WalletPart } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** What a fund-flow line changed in a period, per wallet part. */
export type LineChange = {
  flow_id: string
  type: FlowType
  subject_kind: string
  subject_id: string
  /** When its first entry of the period was made. */
  at: Date
} & PartSums

export type PartSums = { [Part in WalletPart as `${Part}_micros`]: Micros }

/**
 * Changes from `from_at` until before `until_at`, oldest first, up to `rows_max`. Each entry falls in exactly one of
 * several adjoining periods, so their changes add up to the balance.
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

/** What each of a customer's flow types changed, per wallet part. */
export type TypeSums = Map<FlowType, PartSums>

/**
 * What changed before a time, by flow type; together, what the wallet held then. Reads the monthly sums, which a
 * daily job brings up to the last midnight, and the lines between that (or the nearest turn of a month) and the time,
 * so the cost does not grow with the history.
 */
export async function typeSumsBefore(tx: Transaction, customer_id: string, at: Date): Promise<TypeSums> {
  const { rows } = await sql<PartSums & { type: FlowType }>`
    select * from ledger.type_sums_before(${customer_id}, ${at})`.execute(tx)
  return new Map(rows.map(({ type, ...sums }) => [type, sums]))
}
