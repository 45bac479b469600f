import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Rail } from './bank-accounts.ts'
import type { StatementLine } from './bank-statement.ts'
import type { BankLineKind, BankLineTable, BankPositionTable, BankStatementTable } from './tables.ts'

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

/** Whether this very file, or a line with one of these references, was imported before. */
export async function knownImport(
  tx: Transaction,
  rail: Rail,
  file_hash: Buffer,
  bank_references: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from wallet.bank_statements where file_hash = ${file_hash})
      or exists (
        select from wallet.bank_lines
        where rail = ${rail} and bank_reference = any (${[...bank_references]}::text[])
      ) as known`.execute(tx)
  return rows[0]?.known ?? false
}

/** Stores a statement with its lines, `line_ids` in the lines' order, in one statement for any number of lines. */
export async function insertStatement(
  tx: Transaction,
  statement: Insertable<BankStatementTable>,
  lines: readonly StatementLine[],
  line_ids: readonly string[],
): Promise<void> {
  await tx.insertInto('wallet.bank_statements').values(statement).execute()
  await sql`
    insert into wallet.bank_lines (
      line_id, statement_id, sequence, rail, bank_reference, booked_at, amount_micros,
      counterparty_name, counterparty_account, remittance)
    select line_id, ${statement.statement_id}, sequence, ${statement.rail}, bank_reference, booked_at, amount_micros,
      counterparty_name, counterparty_account, remittance
    from unnest(
      ${[...line_ids]}::uuid[],
      ${lines.map((_line, index) => index + 1)}::integer[],
      ${lines.map((line) => line.bank_reference)}::text[],
      ${lines.map((line) => line.booked_at.toISOString())}::timestamptz[],
      ${lines.map((line) => line.amount_micros.toString())}::bigint[],
      ${lines.map((line) => line.counterparty_name)}::text[],
      ${lines.map((line) => line.counterparty_account)}::text[],
      ${lines.map((line) => line.remittance)}::text[]
    ) as line (line_id, sequence, bank_reference, booked_at, amount_micros, counterparty_name, counterparty_account, remittance)
  `.execute(tx)
}

/** Keeps what the bank says beside what customers are owed, at an import. */
export async function insertBankPosition(tx: Transaction, row: Insertable<BankPositionTable>): Promise<void> {
  await tx.insertInto('wallet.bank_positions').values(row).execute()
}

/** The newest position of each rail: what the bank holds and what customers were owed then. */
export async function newestPosition(
  tx: Transaction,
): Promise<{ closing_balance_micros: Micros; customers_money_micros: Micros } | undefined> {
  return await tx
    .selectFrom('wallet.bank_positions')
    .select(['closing_balance_micros', 'customers_money_micros'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
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

/** Lines that are not assigned yet, oldest first. */
export async function unassignedLines(tx: Transaction, limit: number): Promise<BankLineRow[]> {
  return await tx
    .selectFrom('wallet.bank_lines')
    .selectAll()
    .where('assigned_kind', 'is', null)
    .orderBy('booked_at')
    .orderBy('line_id')
    .limit(limit)
    .execute()
}
