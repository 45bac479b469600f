import { formatAmount } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import type { Found } from '../../module.ts'

/** Entries by their own id or their cause's, newest first. */
export async function findEntries(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  if (!isId(text)) return []
  const { rows } = await sql<{
    id: string
    posting: string
    amount_micros: bigint
    debit: string
    credit: string
    created_at: Date
  }>`
    select transfer.id, posting, amount_micros, debit.code as debit, credit.code as credit, transfer.created_at
    from ledger.transfers transfer
    join ledger.accounts debit on debit.id = debit_account_id
    join ledger.accounts credit on credit.id = credit_account_id
    where transfer.id = ${text}::uuid or cause_id = ${text}::uuid
    order by number desc limit ${rows_max}`.execute(tx)
  return rows.map(({ id, posting, amount_micros, debit, credit, created_at }) => ({
    id,
    says: `${posting}: ${formatAmount(amount_micros)} from ${debit} to ${credit}, ${created_at.toISOString()}`,
  }))
}
