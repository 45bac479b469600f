import type { BeneficiaryKind } from '@adtally/contract/enums.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { PayoutFileTable } from './tables.ts'

export type PayoutFileRow = Selectable<PayoutFileTable>

/** Approved withdrawals to beneficiaries of a kind, the most urgent first; of these numbers where some are given. */
export async function approvedWithdrawals(
  tx: Transaction,
  filter: { kind: BeneficiaryKind; numbers?: readonly string[] | undefined; limit: number },
): Promise<{ withdrawal_id: string; number: string }[]> {
  let query = tx
    .selectFrom('wallet.withdrawals as w')
    .innerJoin('wallet.beneficiaries as b', 'b.beneficiary_id', 'w.beneficiary_id')
    .select(['w.withdrawal_id', 'w.number'])
    .where('w.status', '=', 'approved')
    .where('b.kind', '=', filter.kind)
  if (filter.numbers) query = query.where('w.number', 'in', [...filter.numbers])
  return await query.orderBy('w.send_by').orderBy('w.withdrawal_id').limit(filter.limit).execute()
}

/** Stores a payout file; the database never changes it. */
export async function insertPayoutFile(tx: Transaction, row: Insertable<PayoutFileTable>): Promise<void> {
  await tx.insertInto('wallet.payout_files').values(row).execute()
}

/** A payout file; undefined where there is none. */
export async function payoutFile(
  tx: Transaction,
  payout_file_id: string,
): Promise<PayoutFileRow | undefined> {
  return await tx
    .selectFrom('wallet.payout_files')
    .selectAll()
    .where('payout_file_id', '=', payout_file_id)
    .executeTakeFirst()
}

/** Payout files without their contents, newest first, before one of them where given. */
export async function payoutFiles(
  tx: Transaction,
  before: string | undefined,
  rows_max: number,
): Promise<Omit<PayoutFileRow, 'sealed' | 'file_hash'>[]> {
  const query = tx
    .selectFrom('wallet.payout_files')
    .select(['payout_file_id', 'message_id', 'payment_count', 'total_micros', 'proposal_id', 'created_at'])
  const older = before === undefined ? query : query.where('payout_file_id', '<', before)
  return await older.orderBy('payout_file_id', 'desc').limit(rows_max).execute()
}
