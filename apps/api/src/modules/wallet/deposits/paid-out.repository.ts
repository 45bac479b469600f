import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { BankLineRow } from '../bank-statements/statements.repository.ts'

/**
 * Unassigned paid-out lines whose remittance matches `pattern` (PostgreSQL's, case-insensitive), oldest first,
 * locked; skips lines that other transactions hold.
 */
export async function waitingPaidOut(
  tx: Transaction,
  pattern: string,
  limit: number,
): Promise<BankLineRow[]> {
  return await tx
    .selectFrom('wallet.bank_lines')
    .selectAll()
    .where('assigned_kind', 'is', null)
    .where('amount_micros', '<', 0n)
    .where(sql<boolean>`remittance ~* ${pattern}`)
    .orderBy('booked_at')
    .orderBy('line_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}
