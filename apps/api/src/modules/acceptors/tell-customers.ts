import type { ExchangeOrderStatus } from '@adtally/contract/money/exchange.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import type { FollowsFrom } from '../../database/follows-from.ts'
import { type CustomerNotice, notifyCustomers } from '../customer-notice.ts'
import type { Order } from './orders/orders.repository.ts'

/** What a customer is told of, by the state an order has come to; an offer that ends has moved nothing of theirs. */
const MESSAGES: Partial<Record<ExchangeOrderStatus, string>> = {
  escrowed: 'exchange_escrowed',
  paid: 'exchange_paid',
  disputed: 'exchange_disputed',
  completed: 'exchange_completed',
  returned: 'exchange_returned',
  made_good: 'exchange_made_good',
}

/** An order that has come to another state and, where it leaves that by itself, when. */
export interface ChangedOrder extends FollowsFrom {
  order: Pick<Order, 'order_id' | 'customer_id' | 'number' | 'status' | 'status_trigger' | 'amount_micros'>
  deadline: Date | null
}

/** Tells orders' customers what has become of them. */
export async function tellCustomers(tx: Transaction, changed: readonly ChangedOrder[]): Promise<void> {
  await notifyCustomers(
    tx,
    changed.flatMap((one) => {
      const notice = noticeOf(one)
      return notice ? [{ ...notice, request_id: one.request_id }] : []
    }),
  )
}

function noticeOf({ order, deadline }: ChangedOrder): CustomerNotice | null {
  const message = MESSAGES[order.status]
  if (message === undefined || order.customer_id === null) return null
  return {
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
  }
}
