import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import type { Found } from '../module.ts'

/** Payouts to parties by id or number. */
export async function findPayouts(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  const rows = await tx
    .selectFrom('payouts.payouts')
    .select(['payout_id', 'number', 'source', 'amount_micros', 'status'])
    .where((where) =>
      where.or([
        ...(isId(text) ? [where('payout_id', '=', text.toLowerCase())] : []),
        where('number', '=', text.toUpperCase()),
      ]),
    )
    .limit(rows_max)
    .execute()
  return rows.map(({ payout_id, number, source, amount_micros, status }) => ({
    id: payout_id,
    says: `payout ${number} from ${source}, ${formatAmount(amount_micros)}, ${status}`,
  }))
}
