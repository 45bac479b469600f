import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import type { Found } from '../module.ts'

/** Exchange orders by id or number. */
export async function findOrders(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  const rows = await tx
    .selectFrom('acceptors.orders')
    .select(['order_id', 'number', 'customer_id', 'amount_micros', 'status'])
    .where((where) =>
      where.or([
        ...(isId(text) ? [where('order_id', '=', text.toLowerCase())] : []),
        where('number', '=', text.toUpperCase()),
      ]),
    )
    .limit(rows_max)
    .execute()
  return rows.map(({ order_id, number, customer_id, amount_micros, status }) => ({
    id: order_id,
    says: `exchange order ${number}, ${formatAmount(amount_micros)}, ${status}`,
    customer_id,
  }))
}
