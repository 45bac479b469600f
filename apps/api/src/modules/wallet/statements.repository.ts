import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../refusal.ts'
import type { Rail } from './bank-accounts.ts'
import type {
  BankLineKind,
  BankLineTable,
  BankPositionTable,
  BankStatementTable,
  DepositTable,
} from './tables.ts'

export type BankLineRow = Selectable<BankLineTable>

/** Lets one import at a time run, so that statements chain. Held until the transaction ends. */
export async function lockStatements(tx: Transaction, rail: Rail): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('statements:' || ${rail}, 0))`.execute(tx)
}

/** The closing balance of the newest statement of a rail; undefined before the first. */
export async function lastClosingBalance(tx: Transaction, rail: Rail): Promise<Micros | undefined> {
  const row = await tx
    .selectFrom('wallet.bank_statements')
    .select('closing_balance_micros')
    .where('rail', '=', rail)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.closing_balance_micros
}

/** Whether this very file was imported before. */
export async function isKnownFile(tx: Transaction, file_hash: Buffer): Promise<boolean> {
  const known = await tx
    .selectFrom('wallet.bank_statements')
    .select('statement_id')
    .where('file_hash', '=', file_hash)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

/** Whether a statement that the bank calls so was imported before. */
export async function isKnownStatement(tx: Transaction, rail: Rail, external_id: string): Promise<boolean> {
  const known = await tx
    .selectFrom('wallet.bank_statements')
    .select('statement_id')
    .where('rail', '=', rail)
    .where('external_id', '=', external_id)
    .executeTakeFirst()
  return known !== undefined
}

/** Stores a statement, after its lines. */
export async function insertStatement(
  tx: Transaction,
  statement: Insertable<BankStatementTable>,
): Promise<void> {
  await tx.insertInto('wallet.bank_statements').values(statement).execute()
}

/**
 * Stores lines of one statement, whose sequences follow each other, and answers which are new and which an earlier
 * statement had: the same reference, amount and day. Throws `statement_duplicate` where a reference now says something
 * else.
 */
export async function insertLines(
  tx: Transaction,
  rows: readonly BankLineRow[],
): Promise<{ fresh: readonly BankLineRow[]; known: readonly BankLineRow[] }> {
  const [first] = rows
  if (!first) return { fresh: [], known: [] }
  const { numAffectedRows } = await sql`
    insert into wallet.bank_lines (
      line_id, statement_id, sequence, rail, bank_reference, booked_at, amount_micros,
      counterparty_name, counterparty_account, remittance, is_return)
    select line_id, ${first.statement_id}, ${first.sequence} + position - 1, ${first.rail}, bank_reference, booked_at,
      amount_micros, coalesce(counterparty_name, ''), coalesce(counterparty_account, ''), coalesce(remittance, ''),
      is_return
    from unnest(
      ${column(rows, (row) => row.line_id)}::uuid[],
      ${column(rows, (row) => row.bank_reference)},
      ${column(rows, (row) => row.booked_at.toISOString())}::timestamptz[],
      ${column(rows, (row) => row.amount_micros.toString())}::bigint[],
      ${column(rows, (row) => row.counterparty_name)},
      ${column(rows, (row) => row.counterparty_account)},
      ${column(rows, (row) => row.remittance)},
      ${column(rows, (row) => String(row.is_return))}::boolean[]
    ) with ordinality as line (
      line_id, bank_reference, booked_at, amount_micros, counterparty_name, counterparty_account, remittance, is_return,
      position)
    on conflict (rail, bank_reference) do nothing`.execute(tx)
  if (Number(numAffectedRows) === rows.length) return { fresh: rows, known: [] }
  return await knownAmong(tx, rows)
}

/**
 * A column of many rows as one text: texts of bank lines have no control characters, so that nothing needs escaping,
 * which took a third of an import. One empty text alone becomes no element, hence null.
 */
function column(rows: readonly BankLineRow[], value: (row: BankLineRow) => string) {
  return sql`string_to_array(${rows.map(value).join('\n')}, e'\n')`
}

async function knownAmong(tx: Transaction, rows: readonly BankLineRow[]) {
  const stored = await tx
    .selectFrom('wallet.bank_lines')
    .select(['line_id', 'bank_reference', 'amount_micros', 'booked_at'])
    .where('rail', 'in', [...new Set(rows.map(({ rail }) => rail))])
    .where(sql<boolean>`bank_reference = any (${rows.map(({ bank_reference }) => bank_reference)}::text[])`)
    .execute()
  const by_reference = new Map(stored.map((line) => [line.bank_reference, line]))
  const known = rows.filter((row) => by_reference.get(row.bank_reference)?.line_id !== row.line_id)
  for (const row of known) {
    const before = by_reference.get(row.bank_reference)
    const is_same =
      before?.amount_micros === row.amount_micros && before.booked_at.getTime() === row.booked_at.getTime()
    if (!is_same) throw new Refusal('statement_duplicate', { field: row.bank_reference })
  }
  return { fresh: rows.filter((row) => !known.includes(row)), known }
}

/** Keeps what the bank says beside what customers are owed, at an import. */
export async function insertBankPosition(tx: Transaction, row: Insertable<BankPositionTable>): Promise<void> {
  await tx.insertInto('wallet.bank_positions').values(row).execute()
}

/** One line, locked until the transaction ends. */
export async function lockLine(tx: Transaction, line_id: string): Promise<BankLineRow | undefined> {
  return await tx
    .selectFrom('wallet.bank_lines')
    .selectAll()
    .where('line_id', '=', line_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Says what a line is; the database lets that happen once. */
export async function assignLine(
  tx: Transaction,
  line_id: string,
  kind: BankLineKind,
  assigned_id: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('wallet.bank_lines')
    .set({ assigned_kind: kind, assigned_id, assigned_at: at })
    .where('line_id', '=', line_id)
    .execute()
}

/** As `assignLine`, for many lines of one kind. */
export async function assignLines(
  tx: Transaction,
  kind: BankLineKind,
  assigned: readonly { line_id: string; assigned_id: string }[],
  at: Date,
): Promise<void> {
  await sql`
    update wallet.bank_lines line
    set assigned_kind = ${kind}, assigned_id = assigned.assigned_id, assigned_at = ${at}
    from unnest(
      ${assigned.map(({ line_id }) => line_id)}::uuid[],
      ${assigned.map(({ assigned_id }) => assigned_id)}::uuid[]
    ) as assigned (line_id, assigned_id)
    where line.line_id = assigned.line_id`.execute(tx)
}

/** Stores booked deposits. */
export async function insertDeposits(
  tx: Transaction,
  rows: readonly Insertable<DepositTable>[],
): Promise<void> {
  await tx
    .insertInto('wallet.deposits')
    .values([...rows])
    .execute()
}

/** Which lines wait: money in, money out, or movements that the bank says have come back. */
export type WaitingKind = 'paid_in' | 'paid_out' | 'returns'

/** Lines that are not assigned yet, oldest first. */
export async function unassignedLines(
  tx: Transaction,
  limit: number,
  kind?: WaitingKind | undefined,
): Promise<BankLineRow[]> {
  let query = tx.selectFrom('wallet.bank_lines').selectAll().where('assigned_kind', 'is', null)
  if (kind === 'returns') query = query.where('is_return', '=', true)
  else if (kind !== undefined) query = query.where('amount_micros', kind === 'paid_in' ? '>' : '<', 0n)
  return await query.orderBy('booked_at').orderBy('line_id').limit(limit).execute()
}
