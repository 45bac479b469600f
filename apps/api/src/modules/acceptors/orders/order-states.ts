import type { ExchangeOrderStatus, ExchangeOrderTrigger } from '@adtally/contract/money/exchange.ts'

/** One change of state; `from: null` is the offer itself. */
export interface OrderTransition {
  from: ExchangeOrderStatus | null
  to: ExchangeOrderStatus
  triggers: readonly ExchangeOrderTrigger[]
}

/**
 * Every change of an order's state there is (PRODUCT §11). `acceptors.order_transitions` holds the same rows, and the
 * database refuses any other change; a test compares both. An order that was marked paid is disputed, never expired.
 */
export const ORDER_TRANSITIONS: readonly OrderTransition[] = [
  { from: null, to: 'offered', triggers: ['offered'] },
  { from: 'offered', to: 'escrowed', triggers: ['confirmed'] },
  { from: 'offered', to: 'expired', triggers: ['code_expired'] },
  { from: 'offered', to: 'withdrawn', triggers: ['withdrawn'] },
  { from: 'escrowed', to: 'paid', triggers: ['marked_paid'] },
  { from: 'escrowed', to: 'returned', triggers: ['not_paid_in_time', 'given_up'] },
  { from: 'paid', to: 'completed', triggers: ['customer_confirmed'] },
  {
    from: 'paid',
    to: 'disputed',
    triggers: ['customer_disputed', 'acceptor_disputed', 'not_confirmed_in_time'],
  },
  { from: 'disputed', to: 'completed', triggers: ['customer_confirmed', 'decided_for_acceptor'] },
  { from: 'disputed', to: 'returned', triggers: ['decided_for_customer', 'undecided'] },
  { from: 'completed', to: 'made_good', triggers: ['wrong_completion'] },
]

/** The state that `trigger` leads to from `from`; null where the table has no such change. */
export function nextOrderStatus(
  from: ExchangeOrderStatus | null,
  trigger: ExchangeOrderTrigger,
): ExchangeOrderStatus | null {
  const transition = ORDER_TRANSITIONS.find((row) => row.from === from && row.triggers.includes(trigger))
  return transition?.to ?? null
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A code's life (PRODUCT §11). */
export const CODE_LIFE_MS = 30 * MINUTE_MS
/** Time for two members of staff to decide a dispute; undecided, the money returns (PRODUCT §11). */
export const DECIDING_LIMIT_MS = 10 * DAY_MS

/** The limits of the policy that an order was offered under. */
export interface OrderLimits {
  /** Time for an acceptor to pay after the escrow. */
  exchange_paying_limit_ms: number
  /** Time for a customer to say whether a payment arrived; never shorter than the time for paying. */
  exchange_confirming_limit_ms: number
}

/** What an order's deadline depends on. */
export interface OrderTimes {
  status: ExchangeOrderStatus
  status_at: Date
  code_expires_at: Date
}

/** The states that an order leaves by itself. */
export const WAITING_STATUSES = [
  'offered',
  'escrowed',
  'paid',
  'disputed',
] as const satisfies readonly ExchangeOrderStatus[]

/** When an order leaves its state by itself, and by which trigger; null once it has ended. */
export function orderDeadline(
  order: OrderTimes,
  limits: OrderLimits,
): { due_at: Date; trigger: ExchangeOrderTrigger } | null {
  const after = (limit_ms: number) => new Date(order.status_at.getTime() + limit_ms)
  switch (order.status) {
    case 'offered':
      return { due_at: order.code_expires_at, trigger: 'code_expired' }
    case 'escrowed':
      return { due_at: after(limits.exchange_paying_limit_ms), trigger: 'not_paid_in_time' }
    case 'paid':
      return { due_at: after(limits.exchange_confirming_limit_ms), trigger: 'not_confirmed_in_time' }
    case 'disputed':
      return { due_at: after(DECIDING_LIMIT_MS), trigger: 'undecided' }
    case 'completed':
    case 'made_good':
    case 'returned':
    case 'expired':
    case 'withdrawn':
      return null
  }
}
