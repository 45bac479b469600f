import type { ExchangeOrderStatus } from '@adtally/contract/money/exchange.ts'
import type { AheadKind } from '@adtally/contract/sandbox.ts'
import { AHEAD_MAX, type AheadReader } from '../ahead.ts'
import { deadlineOf } from './orders/move-on.ts'
import { ordersOf } from './orders/orders.repository.ts'

const KINDS: Partial<Record<ExchangeOrderStatus, AheadKind>> = {
  offered: 'exchange_offer_ends',
  escrowed: 'exchange_payment_due',
  paid: 'exchange_confirmation_due',
  disputed: 'exchange_decision_due',
}

/** The coming deadlines of a customer's exchange orders. */
export const ordersAhead: AheadReader = async (services, tx, { customer_id, until }) => {
  const orders = await ordersOf(tx, customer_id, { before: undefined, limit: AHEAD_MAX })
  const found = orders.map(async (order) => {
    const kind = KINDS[order.status]
    const at = kind && (await deadlineOf(services, order))
    if (!kind || !at || at > until) return []
    const { order_id: subject_id, number: name, amount_micros } = order
    return [{ kind, at, subject_id, name, amount_micros }]
  })
  return (await Promise.all(found)).flat()
}
