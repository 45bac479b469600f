import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import {
  amount,
  because,
  count,
  id,
  pageOf,
  pageQuery,
  requestId,
  text,
  time,
  transactionPassword,
} from '../fields.ts'
import { askedData, FACTOR_REFUSALS, factorProof } from '../identity/passkey.ts'
import { imageIds, storedImage } from '../service/files.ts'

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

/** What can change an exchange order's state (PRODUCT §11); kept with each change and shown in its timeline. */
export const EXCHANGE_ORDER_TRIGGERS = [
  'offered',
  'confirmed',
  'code_expired',
  'withdrawn',
  'marked_paid',
  'not_paid_in_time',
  'given_up',
  'customer_confirmed',
  'customer_disputed',
  'acceptor_disputed',
  'not_confirmed_in_time',
  'decided_for_acceptor',
  'decided_for_customer',
  'undecided',
  'wrong_completion',
] as const
export type ExchangeOrderTrigger = (typeof EXCHANGE_ORDER_TRIGGERS)[number]

/** Who may submit evidence that a payment arrived or did not. */
export const EXCHANGE_PARTIES = ['acceptor', 'customer'] as const
export type ExchangeParty = (typeof EXCHANGE_PARTIES)[number]

export const EVIDENCE_NOTE_LENGTH_MAX = 1_000
/** How often each side may submit evidence for an order. */
export const EVIDENCE_MAX = 10

/** The acceptor, as two members of staff verified them. */
export const acceptorCard = z.object({
  acceptor_id: id,
  kind: z.enum(ACCEPTOR_KINDS),
  name: z.string(),
  /** The most that all open orders together may come to. */
  limit: amount,
  /** The acceptor's deposit against wrong completions, from the ledger. */
  bond: amount,
  verified_at: time,
  completed_orders: count,
})

/** Foreign currency units per unit of the account's, with six decimals. */
export const exchangeRate = z.string().check(z.regex(/^(0|[1-9]\d*)\.\d{6}$/))

export const exchangeOrder = z.object({
  order_id: id,
  number: z.string(),
  status: z.enum(EXCHANGE_ORDER_STATUSES),
  status_at: time,
  /** When the order leaves its state by itself; null if it is over. */
  deadline: z.nullable(time),
  acceptor_name: z.string(),
  acceptor_kind: z.enum(ACCEPTOR_KINDS),
  /** The total taken from the wallet, fee included. */
  amount,
  /** The platform's fee, part of `amount`. */
  fee: amount,
  fee_percent: z.string(),
  /** What is paid for the rest of `amount` at `rate`. */
  receive_amount: amount,
  receive_currency: z.string(),
  rate: exchangeRate,
  reference_rate: exchangeRate,
  reference_source: z.string(),
  reference_at: time,
  /** How far `rate` is below the reference, in percent with two decimals; negative if it is better. */
  spread_percent: z.string(),
  create_time: time,
  timeline: z.array(
    z.object({
      status: z.enum(EXCHANGE_ORDER_STATUSES),
      at: time,
      /** The name of what changed the state; null for the offer itself. */
      reason: z.nullable(z.string()),
      /** A person's own words about it. */
      detail: z.nullable(z.string()),
    }),
  ),
  /** Both sides' evidence, oldest first. */
  evidence: z.array(
    z.object({
      evidence_id: id,
      party: z.enum(EXCHANGE_PARTIES),
      note: z.string(),
      images: z.array(storedImage),
      at: time,
    }),
  ),
})

export const acceptorDetail = customerCall('POST /acceptor/detail', {
  name: 'acceptorDetail',
  summary: 'The order behind an acceptance code and its acceptor; nothing is moved by looking',
  request: z.strictObject({
    code: z
      .string({ error: because('field_invalid') })
      .check(z.trim(), z.minLength(1, 'field_required'), z.maxLength(40, 'field_too_long')),
  }),
  response: z.object({ acceptor: acceptorCard, order: exchangeOrder }),
  refusals: ['acceptance_code_error'],
})

export const acceptorOrderList = customerCall('GET /acceptor/order/list', {
  name: 'acceptorOrderList',
  auth: 'restricted',
  summary: "The customer's exchange orders, newest first",
  request: z.strictObject(pageQuery),
  response: pageOf(exchangeOrder),
  refusals: ['cursor_invalid'],
})

const ofOrder = { request_id: requestId, order_id: id }
/** Moving money out of the wallet needs proof, so that a stolen token does not suffice (SECURITY). */
const proved = { password: transactionPassword, ...factorProof }
const PROOF_REFUSALS = [
  'transaction_password_malformed',
  'transaction_password_not_set',
  'transaction_password_wrong',
  'transaction_password_locked',
  'transaction_password_recently_reset',
  ...FACTOR_REFUSALS,
] as const

export const acceptorOrderConfirm = customerCall('POST /acceptor/order/confirm', {
  name: 'acceptorOrderConfirm',
  summary: "Confirm the offer behind one's acceptance code: its amount goes into escrow",
  request: z.strictObject({ ...ofOrder, ...proved }),
  response: exchangeOrder,
  refusals: [
    'exchange_order_not_found',
    'exchange_offer_over',
    'acceptor_limit_exceeded',
    'insufficient_balance',
    'request_id_reused',
    ...PROOF_REFUSALS,
  ],
  refusal_data: z.strictObject(askedData),
})

export const acceptorOrderComplete = customerCall('POST /acceptor/order/complete', {
  name: 'acceptorOrderComplete',
  auth: 'restricted',
  summary: 'Say that the payment of a marked or disputed order has arrived: its escrow goes to the acceptor',
  request: z.strictObject({ ...ofOrder, ...proved }),
  response: exchangeOrder,
  refusals: ['exchange_order_not_found', 'exchange_order_moved_on', 'request_id_reused', ...PROOF_REFUSALS],
  refusal_data: z.strictObject(askedData),
})

export const acceptorOrderDispute = customerCall('POST /acceptor/order/dispute', {
  name: 'acceptorOrderDispute',
  auth: 'restricted',
  summary:
    'Say that the payment of a marked order has not arrived, with evidence; while disputed, hand in more. Two members of staff decide',
  request: z.strictObject({ ...ofOrder, note: text(EVIDENCE_NOTE_LENGTH_MAX), images: imageIds }),
  response: exchangeOrder,
  refusals: [
    'exchange_order_not_found',
    'exchange_order_moved_on',
    'exchange_evidence_too_often',
    'request_id_reused',
    'file_not_found',
  ],
})
