import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { BankLineRow } from '../bank-statements/statements.repository.ts'
import type { DepositReturnTable } from '../tables.ts'

export type DepositReturnRow = Selectable<DepositReturnTable>

/**
 * A statement's paid-in lines that can be returned automatically, locked, in the file's order: unassigned, with an
 * account to return to, and not themselves something that came back.
 */
export async function returnableLines(
  tx: Transaction,
  statement_id: string,
  limit: number,
): Promise<BankLineRow[]> {
  return await tx
    .selectFrom('wallet.bank_lines')
    .selectAll()
    .where('statement_id', '=', statement_id)
    .where('assigned_kind', 'is', null)
    .where('amount_micros', '>', 0n)
    .where('is_return', '=', false)
    .where('counterparty_account', '<>', '')
    .where(sql<boolean>`remittance !~* '\\m[WPD][0-9]{6,12}\\M'`)
    .orderBy('sequence')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** Stores ordered returns; answers their numbers in the same order. */
export async function insertReturns(
  tx: Transaction,
  rows: readonly Insertable<DepositReturnTable>[],
): Promise<string[]> {
  const stored = await tx
    .insertInto('wallet.deposit_returns')
    .values([...rows])
    .returning(['return_id', 'number'])
    .execute()
  const numbers = new Map(stored.map(({ return_id, number }) => [return_id, number]))
  return rows.map(({ return_id }) => numbers.get(return_id) ?? '')
}

/** Unconfirmed returns, oldest first, optionally after one of them. */
export async function openReturns(
  tx: Transaction,
  rows_max: number,
  after?: string | undefined,
): Promise<DepositReturnRow[]> {
  const query = tx.selectFrom('wallet.deposit_returns').selectAll().where('status', '<>', 'confirmed')
  const later = after === undefined ? query : query.where('return_id', '>', after)
  return await later.orderBy('return_id').limit(rows_max).execute()
}

/** Returns by number, locked, oldest first. */
export async function lockReturns(tx: Transaction, numbers: readonly string[]): Promise<DepositReturnRow[]> {
  if (numbers.length === 0) return []
  return await tx
    .selectFrom('wallet.deposit_returns')
    .selectAll()
    .where('number', 'in', [...numbers])
    .orderBy('return_id')
    .forUpdate()
    .execute()
}

/** Changes returns' status; the database enforces the order. */
export async function moveReturns(
  tx: Transaction,
  return_ids: readonly string[],
  change: Updateable<DepositReturnTable>,
): Promise<void> {
  await tx
    .updateTable('wallet.deposit_returns')
    .set(change)
    .where('return_id', 'in', [...return_ids])
    .execute()
}
