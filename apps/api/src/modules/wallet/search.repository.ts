import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import type { Found } from '../module.ts'

/** Withdrawals by id or number. */
export async function findWithdrawals(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  const rows = await tx
    .selectFrom('wallet.withdrawals')
    .select(['withdrawal_id', 'number', 'customer_id', 'amount_micros', 'status'])
    .where((where) =>
      where.or([
        ...(isId(text) ? [where('withdrawal_id', '=', text.toLowerCase())] : []),
        where('number', '=', text.toUpperCase()),
      ]),
    )
    .limit(rows_max)
    .execute()
  return rows.map(({ withdrawal_id, number, customer_id, amount_micros, status }) => ({
    id: withdrawal_id,
    says: `withdrawal ${number}, ${formatAmount(amount_micros)}, ${status}`,
    customer_id,
  }))
}

/** Bank lines by id or by the bank's reference, without those of withdrawn statements. */
export async function findBankLines(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  const rows = await tx
    .selectFrom('wallet.bank_lines')
    .select(['line_id', 'bank_reference', 'booked_at', 'amount_micros', 'assigned_kind'])
    .where('is_withdrawn', '=', false)
    .where((where) =>
      where.or([
        ...(isId(text) ? [where('line_id', '=', text.toLowerCase())] : []),
        where.and([where('rail', '=', 'main'), where('bank_reference', '=', text)]),
      ]),
    )
    .limit(rows_max)
    .execute()
  return rows.map(({ line_id, bank_reference, booked_at, amount_micros, assigned_kind }) => ({
    id: line_id,
    says: `line ${bank_reference} of ${booked_at.toISOString()}, ${formatAmount(amount_micros)}, ${assigned_kind ?? 'not assigned'}`,
  }))
}

/** Booked statements by id or by the bank's own id, newest first. */
export async function findStatements(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  const rows = await tx
    .selectFrom('wallet.bank_statements')
    .select(['statement_id', 'external_id', 'rail', 'closing_balance_micros', 'line_count', 'withdrawn_at'])
    .where((where) =>
      where.or([
        ...(isId(text) ? [where('statement_id', '=', text.toLowerCase())] : []),
        where('external_id', '=', text),
      ]),
    )
    .orderBy('sequence', 'desc')
    .limit(rows_max)
    .execute()
  return rows.map((row) => ({
    id: row.statement_id,
    says: `statement ${row.external_id ?? row.statement_id} of ${row.rail}, ${row.line_count} lines, closing ${formatAmount(row.closing_balance_micros)}${row.withdrawn_at === null ? '' : ', withdrawn'}`,
  }))
}
