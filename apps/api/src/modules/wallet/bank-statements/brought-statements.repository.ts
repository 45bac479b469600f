import type { BankFileFormat, Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import type { StatementHead, StatementLine } from '../../bank/index.ts'
import type { BankStatementTable, BroughtStatementTable } from '../tables.ts'

export type BankStatementRow = Selectable<BankStatementTable>

/** The head of a statement whose lines follow. */
export interface BroughtHead {
  brought_id: string
  rail: Rail
  format: BankFileFormat
  file_hash: Buffer
  /** Its position among the file's statements, from 1. */
  file_part: number
  mapping_id: string | null
  head: StatementHead
}

/** Starts storing a statement in the name of the session's owner. Throws if they may not bring any. */
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

/** Stores lines of a started statement, from this position on. */
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
 * A column of many lines as one text. Bank texts have no control characters, so nothing needs escaping, which took a
 * third of an import. A single empty text becomes no element, hence null.
 */
function column(lines: readonly StatementLine[], value: (line: StatementLine) => string) {
  return sql`string_to_array(${lines.map(value).join('\n')}, e'\n')`
}

/** The verdict on a complete statement, from `wallet.end_statement`. */
export interface StatementVerdict {
  verdict: 'waits' | 'booked_before' | 'brought_before' | 'known_id' | 'changed_line' | 'gap'
  /** The id or reference that is already booked as something else. */
  blamed: string | null
  /** The expected opening balance, and the found one, after leaving out what is booked already. */
  expected_micros: Micros
  found_micros: Micros
}

/** Completes a started statement. Throws if it does not add up. */
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

/** Books the next statement of a rail that two people brought alike; undefined if there is none. */
export async function bookAgreedStatement(
  tx: Transaction,
  rail: Rail,
): Promise<BankStatementRow | undefined> {
  const { rows } = await sql<BankStatementRow>`
    select * from wallet.book_agreed_statement(${rail}::text)`.execute(tx)
  return rows[0]
}

/** A difference between two waiting statements: one line, or only the balances. */
export interface DifferenceRow {
  other_id: string
  /** The person who brought the other; null if the program fetched it. */
  other_by: string | null
  opening_micros: Micros
  other_opening_micros: Micros
  closing_micros: Micros
  other_closing_micros: Micros
  /** How many lines differ in all. */
  line_count: bigint
  kind: 'missing' | 'added' | 'changed' | null
  bank_reference: string | null
  amount_micros: Micros | null
  other_amount_micros: Micros | null
  fields: DifferingField[] | null
}

/** A field of a line by which two statements differ; `amount_micros` in micro-units, `day` in UTC. */
export interface DifferingField {
  field: 'day' | 'amount_micros' | 'name' | 'account' | 'remittance'
  here: string
  there: string
}

/** How a waiting statement differs from others for the same period, with a limited number of lines each. */
export async function differencesOf(
  tx: Transaction,
  brought_id: string,
  lines_max: number,
): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`
    select * from wallet.brought_differences(${brought_id}::uuid, ${lines_max}::integer)`.execute(tx)
  return rows
}

/** Takes back a waiting statement for the person who brought it; false if it is not theirs or no longer waits. */
export async function takeBack(tx: Transaction, session_token: string, brought_id: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select wallet.take_back_statement(${session_token}::text, ${brought_id}::uuid) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/** A statement that waits, or contradicts a booked one, and who brought it. */
export type ShownStatement = Pick<
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
  | 'ended_as'
  | 'statement_id'
> & { brought_by: string | null }

/**
 * Statements waiting for a second person or their place in the chain, and those of people that another one overtook,
 * which contradict what is booked; oldest first, optionally after one of them.
 */
export async function shownStatements(
  tx: Transaction,
  rows_max: number,
  after?: string | undefined,
): Promise<ShownStatement[]> {
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
      'ended_as',
      'statement_id',
      'staff.username as brought_by',
    ])
    .where(sql<boolean>`(ended_as is null or (ended_as = 'overtaken' and brought.brought_by is not null))`)
  const later = after === undefined ? query : query.where('brought.sequence', '>', BigInt(after))
  return await later.orderBy('brought.sequence').limit(rows_max).execute()
}

/** Whether this person brought the statement that contains a line. */
export async function hasBroughtLine(tx: Transaction, line_id: string, staff_id: string): Promise<boolean> {
  const { rows } = await sql<{ brought: boolean }>`
    select ${staff_id}::uuid in (select wallet.bringers_of_line(${line_id}::uuid)) as brought`.execute(tx)
  return rows[0]?.brought === true
}

/** Of these proposals, those that stand on a line whose statement this person brought. */
export async function basedOnBrought(
  tx: Transaction,
  staff_id: string,
  proposals: readonly { proposal_id: string; payload: Readonly<Record<string, unknown>> }[],
): Promise<string[]> {
  const based = proposals.flatMap(({ proposal_id, payload }) => {
    const line_id = payload.line_id ?? payload.return_line_id
    return typeof line_id === 'string' && isId(line_id) ? [{ proposal_id, line_id }] : []
  })
  if (based.length === 0) return []
  const { rows } = await sql<{ proposal_id: string }>`
    select proposal_id::text from unnest(
      ${based.map(({ proposal_id }) => proposal_id)}::uuid[], ${based.map(({ line_id }) => line_id)}::uuid[]
    ) as based (proposal_id, line_id)
    where ${staff_id}::uuid in (select wallet.bringers_of_line(line_id))`.execute(tx)
  return rows.map(({ proposal_id }) => proposal_id)
}
