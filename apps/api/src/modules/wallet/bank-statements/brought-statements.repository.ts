import type { Micros } from '@adtally/money/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { StatementFormat, StatementHead, StatementLine } from '../../bank/index.ts'
import type { BankStatementTable, BroughtStatementTable } from '../tables.ts'
import type { Rail } from './bank-accounts.ts'

export type BankStatementRow = Selectable<BankStatementTable>

/** A statement of a file, as it is begun to be kept. */
export interface BroughtHead {
  brought_id: string
  rail: Rail
  format: StatementFormat
  file_hash: Buffer
  /** Which statement of its file it is, from 1. */
  file_part: number
  mapping_id: string | null
  head: StatementHead
}

/** Begins to keep a statement in the name of whoever's session this is. Throws where they may not bring any. */
export async function beginStatement(
  tx: Transaction,
  session_token: string,
  { brought_id, rail, format, file_hash, file_part, mapping_id, head }: BroughtHead,
): Promise<void> {
  await sql`select wallet.begin_statement(
    ${session_token}::text, ${brought_id}::uuid, ${rail}::text, ${format}::text, ${file_hash}::bytea,
    ${file_part}::integer, ${head.external_id}::text, ${head.account}::text, ${mapping_id}::uuid,
    ${head.opening_balance_micros}::bigint)`.execute(tx)
}

/** Keeps lines of a statement that was begun, from this place on. */
export async function bringLines(
  tx: Transaction,
  brought_id: string,
  from_sequence: number,
  lines: readonly StatementLine[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`select wallet.bring_lines(
    ${brought_id}::uuid, ${from_sequence}::integer,
    ${column(lines, (line) => line.bank_reference)},
    ${column(lines, (line) => line.booked_at.toISOString())}::timestamptz[],
    ${column(lines, (line) => line.amount_micros.toString())}::bigint[],
    ${column(lines, (line) => line.counterparty_name)},
    ${column(lines, (line) => line.counterparty_account)},
    ${column(lines, (line) => line.remittance)},
    ${column(lines, (line) => String(line.is_return))}::boolean[])`.execute(tx)
}

/**
 * A column of many lines as one text: texts of bank lines have no control characters, so that nothing needs escaping,
 * which took a third of an import. One empty text alone becomes no element, hence null.
 */
function column(lines: readonly StatementLine[], value: (line: StatementLine) => string) {
  return sql`string_to_array(${lines.map(value).join('\n')}, e'\n')`
}

/** What becomes of a statement that was read to its end, as `wallet.end_statement` says. */
export interface StatementVerdict {
  verdict: 'waits' | 'booked_before' | 'brought_before' | 'known_id' | 'changed_line' | 'gap'
  /** The id or reference that is booked as something else. */
  blamed: string | null
  /** What it should open with, and opens with once what is booked already is left out. */
  expected_micros: Micros
  found_micros: Micros
}

/** Ends a statement that was begun. Throws where it does not add up. */
export async function endStatement(
  tx: Transaction,
  brought_id: string,
  closing_balance_micros: Micros,
): Promise<StatementVerdict> {
  const { rows } = await sql<StatementVerdict>`
    select * from wallet.end_statement(${brought_id}::uuid, ${closing_balance_micros}::bigint)`.execute(tx)
  if (!rows[0]) throw new Error('end_statement answered no row')
  return rows[0]
}

/** Books the next statement of a rail that two people brought alike; undefined where there is none. */
export async function bookAgreedStatement(
  tx: Transaction,
  rail: Rail,
): Promise<BankStatementRow | undefined> {
  const { rows } = await sql<BankStatementRow>`
    select * from wallet.book_agreed_statement(${rail}::text)`.execute(tx)
  return rows[0]
}

/** How one line, or only the balances, differ between two statements that wait. */
export interface DifferenceRow {
  other_id: string
  /** Who brought the other. */
  other_by: string
  opening_micros: Micros
  other_opening_micros: Micros
  closing_micros: Micros
  other_closing_micros: Micros
  /** Lines that differ in all. */
  line_count: bigint
  kind: 'missing' | 'added' | 'changed' | null
  bank_reference: string | null
  amount_micros: Micros | null
  other_amount_micros: Micros | null
}

/** How a waiting statement differs from others that are about the same, at most so many lines of each. */
export async function differencesOf(
  tx: Transaction,
  brought_id: string,
  lines_max: number,
): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`
    select * from wallet.brought_differences(${brought_id}::uuid, ${lines_max}::integer)`.execute(tx)
  return rows
}

/** Takes a waiting statement back in the name of who brought it; false where it is not theirs, or waits no more. */
export async function takeBack(tx: Transaction, session_token: string, brought_id: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select wallet.take_back_statement(${session_token}::text, ${brought_id}::uuid) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/** A statement that waits, with who brought it. */
export type WaitingStatement = Pick<
  Selectable<BroughtStatementTable>,
  | 'brought_id'
  | 'sequence'
  | 'rail'
  | 'format'
  | 'external_id'
  | 'opening_balance_micros'
  | 'closing_balance_micros'
  | 'line_count'
  | 'brought_at'
> & { brought_by: string | null }

/** Statements that wait for a second person or for their place in the chain, oldest first, after one of them where given. */
export async function waitingStatements(
  tx: Transaction,
  rows_max: number,
  after?: string | undefined,
): Promise<WaitingStatement[]> {
  const query = tx
    .selectFrom('wallet.brought_statements as brought')
    .leftJoin('operators.staff as staff', 'staff.staff_id', 'brought.brought_by')
    .select([
      'brought_id',
      'brought.sequence',
      'rail',
      'format',
      'external_id',
      'opening_balance_micros',
      'closing_balance_micros',
      'line_count',
      'brought_at',
      'staff.username as brought_by',
    ])
    .where('ended_as', 'is', null)
  const later = after === undefined ? query : query.where('brought.sequence', '>', BigInt(after))
  return await later.orderBy('brought.sequence').limit(rows_max).execute()
}

/** Whether this person brought the statement that a line stands on. */
export async function hasBroughtLine(tx: Transaction, line_id: string, staff_id: string): Promise<boolean> {
  const { rows } = await sql<{ brought: boolean }>`
    select ${staff_id}::uuid in (select wallet.bringers_of_line(${line_id}::uuid)) as brought`.execute(tx)
  return rows[0]?.brought === true
}
