import { FLOW_TYPES, type FlowType } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { filteredPageOf, type Page, type Position, pageOf } from '../../paging.ts'
import type { WalletPart } from '../chart-of-accounts.ts'
import type { EntryRow } from './transfers.repository.ts'

export type FlowLineRow = {
  flow_id: string
  type: FlowType
  subject_kind: string
  subject_id: string
  first_at: Date
  last_at: Date
  /**
   * The amount that the list shows: the change in the customer's total, else in cash, else in the first part that
   * changed. For ad serving, what the customer paid or got back: the change in cash, else in startup funds, else in
   * the discount amount.
   */
  amount_micros: Micros
} & { [Part in WalletPart as `${Part}_micros`]: Micros }

export interface FlowLinesQuery {
  type?: FlowType | undefined
  /** Lines that changed this part of the wallet. */
  part?: WalletPart | undefined
  /** Changes from `from_at` until before `until_at`; of a line that reaches over an end, only the part within. */
  from_at?: Date | undefined
  until_at?: Date | undefined
  /** Bounds of the shown amount, whatever its sign; both included. */
  amount_min_micros?: Micros | undefined
  amount_max_micros?: Micros | undefined
  /** Lines about one of these plans, withdrawals, bank lines … */
  subject_ids?: readonly string[] | undefined
  cursor?: string | undefined
  limit: number
}

/** How many lines one page may look at when a filter leaves most out; a page with few lines still has a next one. */
const LOOKED_AT_MAX = 500

/**
 * A page of a customer's fund flow, newest first, at a cost independent of its length: when filters leave lines out,
 * a page may hold fewer than asked for, even none, and still lead to a next one. Throws `Refusal('cursor_invalid')`.
 */
export async function flowLines(
  tx: Transaction,
  customer_id: string,
  query: FlowLinesQuery,
): Promise<Page<FlowLineRow>> {
  const { type, part, amount_min_micros: least, amount_max_micros: most, limit, subject_ids } = query
  const is_filtered = part !== undefined || least !== undefined || most !== undefined
  const looks = is_filtered ? LOOKED_AT_MAX : limit
  const isShown = (row: FlowLineRow) => {
    const size_micros = row.amount_micros < 0n ? -row.amount_micros : row.amount_micros
    return (
      (part === undefined || row[`${part}_micros`] !== 0n) &&
      (least === undefined || size_micros >= least) &&
      (most === undefined || size_micros <= most)
    )
  }
  const asked = { cursor: query.cursor, limit, looks }
  return await filteredPageOf(asked, isShown, async (after, rows_max) => {
    const stretch: Stretch = {
      from_at: query.from_at ?? '-infinity',
      until_at: query.until_at ?? 'infinity',
      after: after ?? { at: 'infinity', id: '' },
      rows_max,
    }
    const types = type === undefined ? FLOW_TYPES : [type]
    const rows =
      subject_ids === undefined
        ? await pageRows(tx, customer_id, types, stretch)
        : await rowsOfSubjects(tx, customer_id, types, subject_ids, stretch)
    return rows.map(({ at, ...row }) => ({ row, position: { at, id: row.flow_id } }))
  })
}

interface Stretch {
  // A `Date`, because PostgreSQL writes years before 1 and after 9999 in another way than ISO text.
  from_at: Date | '-infinity'
  until_at: Date | 'infinity'
  after: Position
  rows_max: number
}
type PositionedRow = FlowLineRow & { at: string }

const COLUMNS = sql`flow_id, type, subject_kind, subject_id, first_at, last_at, available_micros, pending_spend_micros,
  to_be_settled_micros, on_hold_micros, discount_micros, startup_micros`
/** The same expression as the table's computed column, for part of a line. */
const SHOWN_AMOUNT = sql`coalesce(
  case when type = 'ad_serving' then
    coalesce(nullif(available_micros, 0), nullif(startup_micros, 0), nullif(discount_micros, 0))
  end,
  nullif(available_micros + pending_spend_micros + to_be_settled_micros + on_hold_micros + discount_micros
    + startup_micros, 0),
  nullif(available_micros, 0), nullif(startup_micros, 0), nullif(discount_micros, 0),
  nullif(pending_spend_micros, 0), nullif(on_hold_micros, 0), to_be_settled_micros)`

async function pageRows(
  tx: Transaction,
  customer_id: string,
  types: readonly FlowType[],
  { from_at, until_at, after, rows_max }: Stretch,
): Promise<PositionedRow[]> {
  const { rows } = await sql<PositionedRow>`
    select ${COLUMNS}, ${SHOWN_AMOUNT} as amount_micros, first_at::text as at
    from ledger.flow_page(
      ${customer_id}, ${[...types]}::text[], ${from_at}, ${until_at}, ${after.at}, ${after.id}, ${rows_max})`.execute(
    tx,
  )
  return rows
}

async function rowsOfSubjects(
  tx: Transaction,
  customer_id: string,
  types: readonly FlowType[],
  subject_ids: readonly string[],
  { from_at, until_at, after, rows_max }: Stretch,
): Promise<PositionedRow[]> {
  const { rows } = await sql<PositionedRow>`
    select ${COLUMNS}, ${SHOWN_AMOUNT} as amount_micros, first_at::text as at
    from ledger.flow_lines_of_subjects(
      ${customer_id}, ${[...subject_ids]}::text[], ${[...types]}::text[], ${from_at}, ${until_at}, ${after.at},
      ${after.id}, ${rows_max})`.execute(tx)
  return rows
}

/** One line of a customer's fund flow; null if the customer has none with this id. */
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
 * Lifetime sums of the shown amounts by flow type. Types never used are missing, and so are ad serving, ad billing
 * and holds, for which no sum is kept.
 */
export async function lifetimeFlowSums(tx: Transaction, customer_id: string): Promise<Map<FlowType, Micros>> {
  const { rows } = await sql<{ type: FlowType; amount_micros: Micros }>`
    select type, amount_micros from ledger.flow_totals where customer_id = ${customer_id}`.execute(tx)
  return new Map(rows.map((row) => [row.type, row.amount_micros]))
}
