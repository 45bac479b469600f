import type { ExchangeOrderStatus } from '@adtally/contract/exchange.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { notifyCustomer } from '../customer-notice.ts'
import type { Order } from './orders.repository.ts'

/** What a customer is told of, by the state an order has come to; an offer that ends has moved nothing of theirs. */
const MESSAGES: Partial<Record<ExchangeOrderStatus, string>> = {
  escrowed: 'exchange_escrowed',
  paid: 'exchange_paid',
  disputed: 'exchange_disputed',
  completed: 'exchange_completed',
  returned: 'exchange_returned',
  made_good: 'exchange_made_good',
}

/** Tells an order's customer what has become of it and, where it leaves that state by itself, when. */
export async function tellCustomer(
  tx: Transaction,
  order: Pick<Order, 'order_id' | 'customer_id' | 'number' | 'status' | 'status_trigger' | 'amount_micros'>,
  deadline: Date | null,
): Promise<void> {
  const message = MESSAGES[order.status]
  if (message === undefined || order.customer_id === null) return
  await notifyCustomer(tx, {
    customer_id: order.customer_id,
    category: 'activity',
    message,
    values: {
      number: order.number,
      amount: formatAmount(order.amount_micros),
      trigger: order.status_trigger,
      ...(deadline && { deadline: deadline.toISOString() }),
    },
    subject_kind: 'exchange_order',
    subject_id: order.order_id,
  })
}
