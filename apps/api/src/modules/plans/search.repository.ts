import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import type { Found } from '../module.ts'

/** Plans by id or number. */
export async function findPlans(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  const rows = await tx
    .selectFrom('plans.plans')
    .select(['plan_id', 'number', 'customer_id', 'amount_micros', 'status'])
    .where((where) =>
      where.or([
        ...(isId(text) ? [where('plan_id', '=', text.toLowerCase())] : []),
        where('number', '=', text.toUpperCase()),
      ]),
    )
    .limit(rows_max)
    .execute()
  return rows.map(({ plan_id, number, customer_id, amount_micros, status }) => ({
    id: plan_id,
    says: `plan ${number}, ${formatAmount(amount_micros)}, ${status}`,
    customer_id,
  }))
}
