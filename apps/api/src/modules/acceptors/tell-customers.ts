import type { ExchangeOrderStatus } from '@adtally/contract/money/exchange.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import type { FollowsFrom } from '../../database/follows-from.ts'
import { type CustomerNotice, notifyCustomers } from '../customer-notice.ts'
import type { Order } from './orders/orders.repository.ts'

/** The customer's message for each state; an offer that ends has moved no money, so it has none. */
const MESSAGES: Partial<Record<ExchangeOrderStatus, string>> = {
  escrowed: 'exchange_escrowed',
  paid: 'exchange_paid',
  disputed: 'exchange_disputed',
  completed: 'exchange_completed',
  returned: 'exchange_returned',
  made_good: 'exchange_made_good',
}

/** An order in its new state, and when it leaves that by itself, if it does. */
export interface ChangedOrder extends FollowsFrom {
  order: Pick<Order, 'order_id' | 'customer_id' | 'number' | 'status' | 'status_trigger' | 'amount_micros'>
  deadline: Date | null
}

/** Tells customers the new states of their orders. */
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
