import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import {
  APPEAL_DECISIONS,
  BENEFICIARY_KINDS,
  HOLD_REASONS,
  WALLET_PARTS,
  WITHDRAWAL_STATUSES,
} from '../enums.ts'
import {
  amount,
  amountInput,
  because,
  count,
  day,
  flowType,
  id,
  month,
  pageOf,
  pageQuery,
  requestId,
  text,
  time,
  transactionPassword,
} from '../fields.ts'
import { askedData, FACTOR_REFUSALS, factorProof } from '../identity/passkey.ts'

/** A hold with a reason from the closed list, and its clock (PRODUCT §2.4). */
export const hold = z.object({
  hold_id: id,
  reason: z.enum(HOLD_REASONS),
  amount,
  created_at: time,
  /** When it releases by itself; null while its clock waits for the listed documents. */
  deadline: z.nullable(time),
  explanation: z.string(),
  appeal: z.string(),
  /** The authority that ordered a legal hold. */
  authority: z.nullable(z.string()),
  /** The withdrawal that it holds, wholly or in part. */
  withdrawal_id: z.nullable(id),
  released_at: z.nullable(time),
  /** The documents it asks for; the list never changes. */
  documents: z.array(z.object({ position: count, name: z.string(), provided_at: z.nullable(time) })),
  /** The latest appeal, and its decision by somebody who did not place the hold. */
  last_appeal: z.nullable(
    z.object({
      appeal_id: id,
      grounds: z.string(),
      filed_at: time,
      decision: z.nullable(z.enum(APPEAL_DECISIONS)),
      answer: z.nullable(z.string()),
      decided_at: z.nullable(time),
    }),
  ),
})

export const property = customerCall('GET /user/property', {
  name: 'property',
  auth: 'restricted',
  summary: 'The wallet: every figure is a sum of ledger accounts (PRODUCT §3)',
  request: z.strictObject({}),
  response: z.object({
    currency: z.string(),
    /** available + pending spend + to be settled + holds. */
    total_assets: amount,
    available_balance: amount,
    pending_spend: amount,
    to_be_settled: amount,
    on_hold: amount,
    /** The part of the total that is not settled yet, or promotional. */
    estimated_part: amount,
    promotional_part: amount,
    discount_amount: amount,
    startup_funds: amount,
    sys_chargebacks: amount,
    virtual_recharge_deduction: amount,
    profit_sharing: amount,
    total_deposited: amount,
    holds: z.array(hold),
    /** Deposits and new plans are paused: the bank holds too little, or a shortfall is open (PRODUCT §2.11). */
    payments_stopped: z.boolean(),
    as_of: time,
  }),
  refusals: [],
})

/** A fund flow line; the changes in `parts` add up over lines to each balance. */
export const flowLine = z.object({
  id: z.string(),
  type: flowType,
  time,
  /**
   * The change of the customer's total, or if that is zero, of the available balance, or else of the first part that
   * changed. For ad serving, what the customer paid or got back: the change of the available balance, else of startup
   * funds, else of the discount amount.
   */
  amount,
  parts: z.object({
    available: amount,
    pending_spend: amount,
    to_be_settled: amount,
    on_hold: amount,
    discount: amount,
    startup: amount,
  }),
  remark: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** The subject's number: the plan's or withdrawal's, or the bank line's reference. */
  number: z.nullable(z.string()),
})

export const transactionFlowList = customerCall('GET /transaction_flow/list', {
  name: 'transactionFlowList',
  auth: 'restricted',
  summary:
    'Fund flow, newest first; by type, wallet part, month or days, amount, and what it speaks of. A page of a filtered list may hold fewer than asked for and still lead on',
  request: z.strictObject({
    ...pageQuery,
    type: z.optional(z.enum(flowType.options, { error: because('field_invalid') })),
    /** Only lines that changed this part, whose figure is their sum. */
    part: z.optional(z.enum(WALLET_PARTS, { error: because('field_invalid') })),
    /** `2026-11`, in the customer's zone. */
    month: z.optional(month),
    /** From the start of this day to the end of the other, in the customer's zone. */
    from: z.optional(day),
    until: z.optional(day),
    /** Bounds of the listed amount without its sign, inclusive. */
    amount_min: z.optional(amountInput),
    amount_max: z.optional(amountInput),
    /** The number, or part of the name, of the line's subject: plan, product, withdrawal, bank line … */
    search: z.optional(text(80)),
  }),
  response: pageOf(flowLine),
  refusals: ['cursor_invalid', 'amount_malformed', 'amount_zero'],
})

/** An immutable ledger entry behind a figure. */
export const ledgerEntry = z.object({
  transfer_id: id,
  time,
  posting: z.string(),
  debit: z.string(),
  credit: z.string(),
  amount,
  cause_kind: z.string(),
  cause_id: z.string(),
})

export const transactionFlowDetail = customerCall('GET /transaction_flow/detail', {
  name: 'transactionFlowDetail',
  auth: 'restricted',
  summary: 'The ledger entries behind one line',
  request: z.strictObject({ id: text(100), ...pageQuery }),
  response: z.object({ line: flowLine, entries: pageOf(ledgerEntry) }),
  refusals: ['record_not_found', 'cursor_invalid'],
})

export const setPassword = customerCall('POST /set/password', {
  name: 'setPassword',
  auth: 'restricted',
  summary:
    'Set, change (with the old one) or reset (with the login password) the transaction password; the first one, set after sign_in_fresh_until without the login password, waits as a reset does',
  request: z.strictObject({
    password: transactionPassword,
    old_password: z.optional(transactionPassword),
    login_password: z.optional(
      z
        .string({ error: because('field_invalid') })
        .check(z.minLength(1, 'field_required'), z.maxLength(200, 'field_too_long')),
    ),
  }),
  /** How long withdrawals are held and exchanges refused; null if nothing waits. */
  response: z.object({ effective_wait_until: z.nullable(time) }),
  refusals: [
    'transaction_password_malformed',
    'transaction_password_wrong',
    'transaction_password_locked',
    'transaction_password_same',
    'old_transaction_password_required',
    'login_password_wrong',
  ],
})

export const checkPassword = customerCall('POST /check/password', {
  name: 'checkPassword',
  auth: 'restricted',
  summary: 'Check the transaction password; with amount and beneficiary, a single-use grant for 5 minutes',
  request: z.strictObject({
    password: transactionPassword,
    amount: z.optional(amountInput),
    beneficiary_id: z.optional(id),
    /** For a grant, if a second factor is set up; a passkey's answer is for this amount and beneficiary only. */
    ...factorProof,
  }),
  response: z.object({ grant: z.nullable(z.string()), expires_at: z.nullable(time) }),
  refusals: [
    'transaction_password_malformed',
    'transaction_password_not_set',
    'transaction_password_wrong',
    'transaction_password_locked',
    'amount_malformed',
    'amount_zero',
    'beneficiary_not_set',
    ...FACTOR_REFUSALS,
  ],
  refusal_data: z.strictObject(askedData),
})

/** The fields of SPEC §3's bank or beneficiary record; the kind says which are required. */
export const beneficiaryForm = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('bank_card'),
    bank_name: text(80),
    beneficiary_name: text(80),
    account_number: text(34),
    branch_name: z.optional(text(120)),
  }),
  z.strictObject({
    kind: z.literal('bank_account'),
    bank_name: text(80),
    beneficiary_name: text(80),
    account_number: text(42),
    bank_address: z.optional(text(160)),
    branch_name: z.optional(text(120)),
  }),
  z.strictObject({
    kind: z.literal('wallet_address'),
    network: z.enum(['bitcoin', 'ethereum', 'tron'], { error: because('field_invalid') }),
    beneficiary_name: text(80),
    account_number: text(120),
  }),
])

export const beneficiary = z.object({
  beneficiary_id: id,
  kind: z.enum(BENEFICIARY_KINDS),
  bank_name: z.nullable(z.string()),
  network: z.nullable(z.string()),
  beneficiary_name_masked: z.string(),
  account_number_masked: z.string(),
  branch_name: z.nullable(z.string()),
  bank_address_masked: z.nullable(z.string()),
  changed_at: time,
  /** Until then, withdrawals to it wait as a stated hold (PRODUCT §7). */
  usable_from: time,
})

export const bankCardEdit = customerCall('POST /bank_card/edit', {
  name: 'bankCardEdit',
  auth: 'restricted',
  summary: 'Bind or change the bank card, account or wallet address; needs the transaction password',
  request: z.strictObject({ beneficiary: beneficiaryForm, password: transactionPassword }),
  response: beneficiary,
  refusals: [
    'beneficiary_unchanged',
    'account_number_invalid',
    'wallet_address_invalid',
    'transaction_password_malformed',
    'transaction_password_not_set',
    'transaction_password_wrong',
    'transaction_password_locked',
  ],
})

export const bankCardDetail = customerCall('GET /bank_card/detail', {
  name: 'bankCardDetail',
  auth: 'restricted',
  summary: 'The bound beneficiary, masked; null when none is bound',
  request: z.strictObject({}),
  response: z.object({ beneficiary: z.nullable(beneficiary) }),
  refusals: [],
})

export const withdrawal = z.object({
  withdrawal_id: id,
  number: z.string(),
  amount,
  rail_fee: amount,
  status: z.enum(WITHDRAWAL_STATUSES),
  /** Whether nothing was sent and no payment order pays it yet, so that the customer can cancel it. */
  is_cancellable: z.boolean(),
  beneficiary: z.string(),
  requested_at: time,
  /** The promised latest time of sending (PRODUCT §2.3). */
  send_by: time,
  sent_at: z.nullable(time),
  confirmed_at: z.nullable(time),
  ended_at: z.nullable(time),
  ended_reason: z.nullable(z.string()),
  /** The newest of its open holds; `held` is the sum of all. */
  hold: z.nullable(hold),
  held: amount,
  /** The amount handed to the bank, once it was. */
  payout: z.nullable(amount),
  /** The bank line that confirmed it. */
  bank_line: z.nullable(z.string()),
})

export const withdraw = customerCall('POST /user/withdraw', {
  name: 'withdraw',
  auth: 'restricted',
  summary: 'Ask for a withdrawal with a grant of `/check/password`',
  request: z.strictObject({
    request_id: requestId,
    amount: amountInput,
    beneficiary_id: id,
    grant: text(100),
  }),
  response: withdrawal,
  refusals: [
    'amount_malformed',
    'amount_zero',
    'amount_not_above_fee',
    'insufficient_balance',
    'startup_funds_not_returned',
    'beneficiary_not_set',
    'transaction_password_not_set',
    'grant_invalid',
    'request_id_reused',
  ],
})

export const withdrawCancel = customerCall('POST /user/withdraw/cancel', {
  name: 'withdrawCancel',
  auth: 'restricted',
  summary: 'Take back a withdrawal that was not sent yet',
  request: z.strictObject({ request_id: requestId, withdrawal_id: id }),
  response: withdrawal,
  refusals: ['withdrawal_not_found', 'withdrawal_not_cancellable', 'request_id_reused'],
})

export const withdrawList = customerCall('GET /user/withdraw/list', {
  name: 'withdrawList',
  auth: 'restricted',
  summary: 'Withdrawals, newest first, each with its clock',
  request: z.strictObject(pageQuery),
  response: pageOf(withdrawal),
  refusals: ['cursor_invalid'],
})

export const withdrawQuote = customerCall('GET /user/withdraw/quote', {
  name: 'withdrawQuote',
  auth: 'restricted',
  summary:
    'Before money moves: what can be withdrawn, the rail fee, when it is sent at the latest, published actual times',
  request: z.strictObject({}),
  response: z.object({
    withdrawable: amount,
    rail_fee: amount,
    send_within_ms: z.int(),
    /** Of the last 90 days; null below 5 withdrawals. */
    sent_after_ms_median: z.nullable(z.int()),
    sent_after_ms_p95: z.nullable(z.int()),
    /** How many withdrawals the median is of, and how many of them were late. */
    sent_count: count,
    sent_late_count: count,
    /** The second factor of a grant, null if not set up: an app's code, a passkey at this origin, a recovery code. */
    second_factor: z.nullable(z.object({ app: z.boolean(), passkey_origin: z.nullable(z.string()) })),
    beneficiary: z.nullable(beneficiary),
  }),
  refusals: [],
})
