import * as z from 'zod/mini'
import { amount, amountInput, count, id, text, time } from '../../fields.ts'
import {
  EVIDENCE_NOTE_LENGTH_MAX,
  EXCHANGE_ORDER_STATUSES,
  EXCHANGE_ORDER_TRIGGERS,
  EXCHANGE_PARTIES,
  exchangeRate,
} from '../../money/exchange.ts'
import { listFlags, reasonText } from '../statement/fields.ts'
import { EVIDENCE_REFUSALS, evidenceFile, fileInput } from '../statement/files.ts'
import { type Approval, proposed, staffCall, workPage } from '../statement/staff-call.ts'
import { currencyCode, rateInput } from './acceptors.ts'

/** Hundredths as a number with two decimals; below zero where a rate is better than its reference. */
const percent = z.string().check(z.regex(/^-?\d+\.\d{2}$/))

/** What is paid out, and in what, such as `91.50 EUR`. */
const received = z.string()

const status = z.enum(EXCHANGE_ORDER_STATUSES)

/** The offer that an acceptor asked for; the code is answered once, and only its hash is kept. */
export const issueAcceptanceCode = staffCall({
  name: 'issue-acceptance-code',
  kind: 'act',
  area: 'acceptors',
  roles: ['support'],
  once: true,
  summary: 'Make an offer of an acceptor’s and print its code, once',
  note: 'such as amount 100.00, currency EUR, rate 0.915000',
  request: z.strictObject({
    acceptor_id: id,
    /** From the customer’s wallet. */
    amount: amountInput,
    currency: currencyCode,
    rate: rateInput,
  }),
  response: z.object({
    order_id: id,
    number: z.string(),
    code: z.string(),
    expires_at: time,
    fee: amount,
    receive: received,
    spread_percent: percent,
  }),
  refusals: [
    'amount_malformed',
    'amount_zero',
    'record_not_found',
    'state_conflict',
    'reference_rate_missing',
    'acceptor_limit_exceeded',
  ],
})

export const withdrawAcceptanceCode = staffCall({
  name: 'withdraw-acceptance-code',
  kind: 'act',
  area: 'acceptors',
  roles: ['support'],
  touches: 'customer',
  summary: 'End an offer that no customer has confirmed',
  request: z.strictObject({ order_id: id, reason: reasonText }),
  response: z.object({ order_id: id, status }),
  refusals: ['record_not_found', 'state_conflict'],
})

/** What the customer reads. */
const note = text(EVIDENCE_NOTE_LENGTH_MAX)

const WORD_REFUSALS = [
  'record_not_found',
  'state_conflict',
  'exchange_evidence_too_often',
  'file_unreadable',
  'file_too_large',
  'not_an_image',
  'image_pixels_too_many',
] as const

export const markExchangePaid = staffCall({
  name: 'mark-exchange-paid',
  title: 'Mark exchange order paid',
  kind: 'act',
  area: 'acceptors',
  roles: ['support'],
  works_on: { kind: 'exchange_order', by: 'order_id' },
  touches: 'customer',
  once: true,
  summary: 'Mark an escrowed exchange order as paid on the acceptor’s word',
  note: 'file is a picture of the payment, and note what the customer reads',
  request: z.strictObject({ order_id: id, file: fileInput, note }),
  response: z.object({ order_id: id, status }),
  refusals: WORD_REFUSALS,
})

export const disputeExchange = staffCall({
  name: 'dispute-exchange',
  title: 'Dispute exchange order',
  kind: 'act',
  area: 'acceptors',
  roles: ['support'],
  works_on: { kind: 'exchange_order', by: 'order_id' },
  touches: 'customer',
  once: true,
  summary: 'Dispute an order on the acceptor’s word, or hand in more of its evidence',
  note: 'file is a picture, and note what the customer reads',
  request: z.strictObject({ order_id: id, note, file: z.optional(fileInput) }),
  response: z.object({ order_id: id, status }),
  refusals: WORD_REFUSALS,
})

export const giveUpExchange = staffCall({
  name: 'give-up-exchange',
  title: 'Give up exchange order',
  kind: 'act',
  area: 'acceptors',
  roles: ['support'],
  works_on: { kind: 'exchange_order', by: 'order_id' },
  touches: 'customer',
  proof: 'fresh',
  summary: 'Return an escrowed order’s money at once, because its acceptor will not pay',
  request: z.strictObject({ order_id: id, reason: reasonText }),
  response: z.object({ order_id: id, status }),
  refusals: ['record_not_found', 'state_conflict'],
})

const listedOrder = z.object({
  order_id: id,
  number: z.string(),
  acceptor_id: id,
  /** The customer who entered the code, if any did. */
  customer_id: z.nullable(id),
  status,
  status_at: time,
  /** When it leaves its state by itself. */
  deadline: z.nullable(time),
  amount,
  receive: received,
  spread_percent: percent,
})

export const listExchangeOrders = staffCall({
  name: 'list-exchange-orders',
  kind: 'read',
  area: 'acceptors',
  roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
  works_on: { kind: 'exchange_order', by: 'order_id' },
  summary:
    'Exchange orders that wait, the nearest deadline first, each with its state, whose it is and when it leaves that state by itself; all, or those of a status that ends them, newest first',
  request: z.strictObject({
    ...listFlags,
    /** Left out: all that wait. */
    status: z.optional(status),
    /** Those that have ended, too. */
    all: z.optional(z.boolean()),
  }),
  response: workPage(listedOrder),
  refusals: [],
})

/** What two members of staff look at before they decide; pictures by `save-image`. */
export const showExchangeOrder = staffCall({
  name: 'show-exchange-order',
  kind: 'read',
  area: 'acceptors',
  roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
  works_on: { kind: 'exchange_order', by: 'order_id' },
  summary: 'One exchange order with its terms, history, and evidence of both sides',
  request: z.strictObject({ order_id: id }),
  response: z.object({
    order_id: id,
    number: z.string(),
    status,
    deadline: z.nullable(time),
    customer_id: z.nullable(id),
    /** Its name. */
    acceptor: z.string(),
    bond: amount,
    amount,
    fee: amount,
    receive: received,
    rate: exchangeRate,
    reference_rate: exchangeRate,
    spread_percent: percent,
    policy_version: count,
    /** After the offer, oldest first. */
    history: z.array(
      z.object({
        status,
        trigger: z.enum(EXCHANGE_ORDER_TRIGGERS),
        detail: z.nullable(z.string()),
        changed_at: time,
        proposal_id: z.nullable(id),
      }),
    ),
    /** Oldest first. */
    evidence: z.array(
      z.object({
        party: z.enum(EXCHANGE_PARTIES),
        note: z.string(),
        file_ids: z.array(id),
        created_at: time,
      }),
    ),
  }),
  refusals: ['record_not_found'],
})

/** For whom a disputed order is decided: the customer's money returns, or the acceptor's order is completed. */
export const EXCHANGE_WINNERS = ['customer', 'acceptor'] as const

export const exchangeDeciding: Approval = {
  action: 'exchange.decide',
  roles: ['risk', 'finance_checker'],
  refusals: ['record_not_found', 'state_conflict'],
}

/** PRODUCT §11: two people decide. */
export const decideExchange = staffCall({
  name: 'decide-exchange',
  title: 'Decide exchange order',
  kind: 'propose',
  area: 'acceptors',
  roles: ['risk', 'finance_maker'],
  works_on: { kind: 'exchange_order', by: 'order_id' },
  approval: exchangeDeciding,
  touches: 'customer',
  summary: 'Propose a disputed order’s decision',
  note: 'winner customer: the money returns; winner acceptor: the order is completed; the customer reads the reason',
  request: z.strictObject({
    order_id: id,
    winner: z.enum(EXCHANGE_WINNERS),
    reason: reasonText,
    evidence_file: z.optional(evidenceFile),
  }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})

export const exchangeMakingGood: Approval = {
  action: 'exchange.make_good',
  roles: ['risk', 'finance_checker'],
  refusals: ['record_not_found', 'state_conflict', 'insufficient_balance'],
}

export const makeGoodExchange = staffCall({
  name: 'make-good-exchange',
  title: 'Make good exchange order',
  kind: 'propose',
  area: 'acceptors',
  roles: ['risk', 'finance_maker'],
  works_on: { kind: 'exchange_order', by: 'order_id' },
  approval: exchangeMakingGood,
  touches: 'customer',
  summary:
    'Propose that a completed order was completed wrongly, so that its customer is paid from the acceptor’s bond',
  note: 'the customer reads the reason',
  request: z.strictObject({ order_id: id, reason: reasonText, evidence_file: z.optional(evidenceFile) }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})
