import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { BankStatementRow } from './brought-statements.repository.ts'

/** A statement's lines that are booked as something, in its order. */
export async function linesInUse(
  tx: Transaction,
  statement_id: string,
  limit: number,
): Promise<{ bank_reference: string }[]> {
  const { rows } = await sql<{ bank_reference: string }>`
    select bank_reference from wallet.lines_in_use(${statement_id}::uuid) limit ${limit}::integer`.execute(tx)
  return rows
}

/** Withdraws the statement in an approved proposal; the database checks again that it can be withdrawn. */
export async function withdrawApproved(tx: Transaction, proposal_id: string): Promise<BankStatementRow> {
  const { rows } = await sql<BankStatementRow>`
    select * from wallet.withdraw_statement(${proposal_id}::uuid)`.execute(tx)
  if (!rows[0]) throw new Error('withdraw_statement answered no row')
  return rows[0]
}
