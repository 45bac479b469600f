import { formatAmount } from '@adtally/money/money.ts'
import { type CauseReader, factsOf } from '../../wallet/index.ts'
import { findOrders, orderById, orderNumbers } from './orders.repository.ts'

/** Exchange orders, as the fund flow names them and tells of them; each its owner's. */
export const EXCHANGE_CAUSES: readonly CauseReader[] = [
  {
    kind: 'exchange_order',
    numbersOf: orderNumbers,
    find: findOrders,
    tell: ({ database }, customer_id, { cause_id }) =>
      database.transaction({ kind: 'customer', customer_id }, async (tx) => {
        const order = await orderById(tx, cause_id)
        if (!order) return null
        const facts = factsOf([
          { name: 'amount', kind: 'amount', value: formatAmount(order.amount_micros) },
          { name: 'exchange_fee', kind: 'amount', value: formatAmount(order.fee_micros) },
          { name: 'offered_at', kind: 'time', value: order.created_at.toISOString() },
        ])
        return { number: order.number, facts, policy_version: order.policy_version }
      }),
  },
]
