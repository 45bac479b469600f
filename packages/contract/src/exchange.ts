import * as z from 'zod/mini'
import { customerCall } from './call.ts'
import { amount, because, count, id, pageOf, pageQuery, time } from './fields.ts'

/** PRODUCT §11. */
export const ACCEPTOR_KINDS = ['individual', 'enterprise'] as const
export type AcceptorKind = (typeof ACCEPTOR_KINDS)[number]

/** Every state of an exchange order (PRODUCT §11); `completed`, `returned`, `made_good`, `expired` and `withdrawn` end it. */
export const EXCHANGE_ORDER_STATUSES = [
  'offered',
  'escrowed',
  'paid',
  'disputed',
  'completed',
  'made_good',
  'returned',
  'expired',
  'withdrawn',
] as const
export type ExchangeOrderStatus = (typeof EXCHANGE_ORDER_STATUSES)[number]

/** Who exchanges, as two members of staff have verified them. */
export const acceptorCard = z.object({
  acceptor_id: id,
  kind: z.enum(ACCEPTOR_KINDS),
  name: z.string(),
  /** Together, open orders are at most this. */
  limit: amount,
  /** What the acceptor has deposited against wrong completions; from the ledger. */
  bond: amount,
  verified_at: time,
  completed_orders: count,
})

/** Units of the foreign currency for one of the account's, six decimals. */
const rate = z.string().check(z.regex(/^(0|[1-9]\d*)\.\d{6}$/))

export const exchangeOrder = z.object({
  order_id: id,
  number: z.string(),
  status: z.enum(EXCHANGE_ORDER_STATUSES),
  status_at: time,
  /** When the order leaves its state by itself; null at its end. */
  deadline: z.nullable(time),
  acceptor_name: z.string(),
  acceptor_kind: z.enum(ACCEPTOR_KINDS),
  /** Taken from the wallet in all, fee included. */
  amount,
  /** The platform's, out of `amount`. */
  fee: amount,
  fee_percent: z.string(),
  /** What is paid for the rest of `amount` at `rate`. */
  receive_amount: amount,
  receive_currency: z.string(),
  rate,
  reference_rate: rate,
  reference_source: z.string(),
  reference_at: time,
  /** How far `rate` lies below the reference, in percent of it, two decimals; below 0 where it is better. */
  spread_percent: z.string(),
  create_time: time,
  timeline: z.array(
    z.object({ status: z.enum(EXCHANGE_ORDER_STATUSES), at: time, reason: z.nullable(z.string()) }),
  ),
})

export const acceptorDetail = customerCall({
  name: 'acceptorDetail',
  method: 'POST',
  path: '/acceptor/detail',
  tag: 'exchange',
  summary: 'The order behind an acceptance code and its acceptor; nothing is moved by looking',
  request: z.strictObject({
    code: z
      .string({ error: because('field_invalid') })
      .check(z.trim(), z.minLength(1, 'field_required'), z.maxLength(40, 'field_too_long')),
  }),
  response: z.object({ acceptor: acceptorCard, order: exchangeOrder }),
  refusals: ['acceptance_code_error'],
})

export const acceptorOrderList = customerCall({
  name: 'acceptorOrderList',
  method: 'GET',
  path: '/acceptor/order/list',
  auth: 'restricted',
  tag: 'exchange',
  summary: "The customer's exchange orders, newest first",
  request: z.strictObject(pageQuery),
  response: pageOf(exchangeOrder),
  refusals: ['cursor_invalid'],
})
