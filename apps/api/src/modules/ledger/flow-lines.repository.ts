import { FLOW_TYPES, type FlowType } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { WalletPart } from './chart-of-accounts.ts'
import { type Page, type Position, pageOf } from './paging.ts'
import type { EntryRow } from './transfers.repository.ts'

/** One line of a customer's fund flow: what it changed, per wallet part. */
export type FlowLineRow = {
  flow_id: string
  type: FlowType
  subject_kind: string
  subject_id: string
  first_at: Date
  last_at: Date
  /** What the list shows: the effect on cash, else on the first part that changed. */
  amount_micros: Micros
} & { [Part in WalletPart as `${Part}_micros`]: Micros }

/** Which lines of the fund flow, and how many. */
export interface FlowLinesQuery {
  type?: FlowType | undefined
  /** Lines that changed this part of the wallet. */
  part?: WalletPart | undefined
  /** Lines that began in this month (`2026-11`) of `time_zone` (IANA; UTC where it is not said). */
  month?: string | undefined
  time_zone?: string | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * A page of a customer's fund flow, newest first, at a cost independent of its length. Throws
 * `Refusal('cursor_invalid')`.
 */
export async function flowLines(
  tx: Transaction,
  customer_id: string,
  query: FlowLinesQuery,
): Promise<Page<FlowLineRow>> {
  return await pageOf(query, async (after: Position | null, rows_max) => {
    const { rows } = await sql<FlowLineRow & { at: string }>`
      select line.*, first_at::text as at
      from unnest(${query.type === undefined ? FLOW_TYPES : [query.type]}::text[]) as wanted (type)
      cross join lateral (
        select
          flow_id, type, subject_kind, subject_id, first_at, last_at, amount_micros, available_micros,
          pending_spend_micros, to_be_settled_micros, on_hold_micros, discount_micros, startup_micros
        from ledger.flow_lines
        where customer_id = ${customer_id} and type = wanted.type
          ${query.part === undefined ? sql`` : sql`and ${sql.ref(`${query.part}_micros`)} <> 0`}
          ${query.month === undefined ? sql`` : inMonth(query.month, query.time_zone ?? 'UTC')}
          ${after === null ? sql`` : sql`and (first_at, flow_id) < (${after.at}::timestamptz, ${after.id})`}
        order by first_at desc, flow_id desc limit ${rows_max}
      ) line
      order by first_at desc, flow_id desc limit ${rows_max}`.execute(tx)
    return rows.map(({ at, ...row }) => ({ row, position: { at, id: row.flow_id } }))
  })
}

function inMonth(month: string, time_zone: string): RawBuilder<unknown> {
  const first = sql`${`${month}-01`}::timestamp`
  return sql`and first_at >= ${first} at time zone ${time_zone}
    and first_at < (${first} + interval '1 month') at time zone ${time_zone}`
}

/** One line of a customer's fund flow; null where the customer has none of this id. */
export async function flowLine(
  tx: Transaction,
  customer_id: string,
  flow_id: string,
): Promise<FlowLineRow | null> {
  const { rows } = await sql<FlowLineRow>`
    select * from ledger.flow_lines where customer_id = ${customer_id} and flow_id = ${flow_id}`.execute(tx)
  return rows[0] ?? null
}

/** A page of the immutable entries behind one line, newest first. Throws `Refusal('cursor_invalid')`. */
export async function flowLineEntries(
  tx: Transaction,
  customer_id: string,
  flow_id: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<Page<EntryRow>> {
  return await pageOf(page, async (after, rows_max) => {
    const { rows } = await sql<EntryRow & { at: string }>`
      select *, created_at::text as at
      from ledger.flow_line_entries(
        ${customer_id}, ${flow_id}, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${rows_max}
      )`.execute(tx)
    return rows.map(({ at, ...row }) => ({ row, position: { at, id: row.id } }))
  })
}

/**
 * Lifetime sums of a customer's flow types, of the lines' shown amounts; types never used are left out, and so are ad
 * serving, ad billing and holds, of which no sum is kept.
 */
export async function lifetimeFlowSums(tx: Transaction, customer_id: string): Promise<Map<FlowType, Micros>> {
  const { rows } = await sql<{ type: FlowType; amount_micros: Micros }>`
    select type, amount_micros from ledger.flow_totals where customer_id = ${customer_id}`.execute(tx)
  return new Map(rows.map((row) => [row.type, row.amount_micros]))
}
