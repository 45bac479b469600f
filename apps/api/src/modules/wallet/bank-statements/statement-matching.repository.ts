import type { Selectable } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { StatementMatchingTable } from '../tables.ts'
import type { BankLineRow } from './statements.repository.ts'

/** Records that a statement's lines are still to be matched. */
export async function beginMatching(tx: Transaction, statement_id: string): Promise<void> {
  await tx
    .insertInto('wallet.statement_matching')
    .values({ statement_id, next_sequence: 1, done_at: null })
    .execute()
}

/** How far a statement's lines have been matched, locked. */
export async function lockMatching(
  tx: Transaction,
  statement_id: string,
): Promise<Selectable<StatementMatchingTable> | undefined> {
  return await tx
    .selectFrom('wallet.statement_matching')
    .selectAll()
    .where('statement_id', '=', statement_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Updates how far they have been matched. */
export async function moveMatching(
  tx: Transaction,
  statement_id: string,
  progress: { next_sequence: number; done_at: Date | null },
): Promise<void> {
  await tx
    .updateTable('wallet.statement_matching')
    .set(progress)
    .where('statement_id', '=', statement_id)
    .execute()
}

/** A statement's undecided lines, in the file's order, locked. */
export async function waitingLinesOf(
  tx: Transaction,
  page: { statement_id: string; from_sequence: number; limit: number },
): Promise<BankLineRow[]> {
  return await tx
    .selectFrom('wallet.bank_lines')
    .selectAll()
    .where('statement_id', '=', page.statement_id)
    .where('assigned_kind', 'is', null)
    .where('sequence', '>=', page.from_sequence)
    .orderBy('sequence')
    .limit(page.limit)
    .forUpdate()
    .execute()
}
