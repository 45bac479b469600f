import * as z from 'zod/mini'
import { amount, amountInput, because, count, id, month, pageOf, time } from '../../fields.ts'
import { PARTNER_SIDES } from '../../partner/statement/partner-call.ts'
import { listFlags, numberText, reasonText, sha256Text } from '../statement/fields.ts'
import { type Approval, proposed, proposedWith, staffCall } from '../statement/staff-call.ts'

/** Whom the platform pays. */
export const PAYEE_KINDS = ['publisher', 'advertiser', 'acceptor', 'platform'] as const
export type PayeeKind = (typeof PAYEE_KINDS)[number]

/** Those whose account is set by `set-payee-account`; acceptors have an act of their own. */
export const NAMED_PAYEES = ['publisher', 'advertiser', 'platform'] as const satisfies PayeeKind[]
export type NamedPayee = (typeof NAMED_PAYEES)[number]

/** The party's ledger account that a payout is taken from. */
export const PAYOUT_SOURCES = [
  'publisher_available',
  'escrow',
  'acceptor_available',
  'acceptor_bond',
  'own',
] as const
export type PayoutSource = (typeof PAYOUT_SOURCES)[number]

/** `sent`: handed to the bank; `confirmed`: on a statement; `returned`: not paid, or came back. */
export const PAYOUT_STATUSES = ['sent', 'confirmed', 'returned'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** A bank account's number as it is typed, with blanks or dashes; an IBAN, or the digits that a country uses. */
export const accountNumberText = z
  .string({ error: because('field_invalid') })
  .check(z.maxLength(64, 'field_too_long'))

export const payeeAccountSetting: Approval = {
  action: 'payee-account.set',
  roles: ['finance_checker'],
  refusals: ['state_conflict'],
}

export const setPayeeAccount = staffCall({
  name: 'set-payee-account',
  kind: 'propose',
  area: 'parties',
  roles: ['finance_maker'],
  approval: payeeAccountSetting,
  summary:
    'Propose the bank account of a publisher, an advertiser or the platform itself, in its verified name',
  note: 'payee_id is left out for the platform alone; another account than the first of a publisher or advertiser is that of a change_id, as list-account-changes shows it, once it has waited, and takes no account_number',
  request: z.strictObject({
    payee_kind: z.enum(NAMED_PAYEES, { error: because('field_invalid') }),
    payee_id: z.optional(id),
    account_number: z.optional(accountNumberText),
    /** The change that the party asked for. */
    change_id: z.optional(id),
    /** SHA-256 of what shows whose account it is. */
    evidence_hash: sha256Text,
    reason: reasonText,
  }),
  response: proposedWith({ account_id: id }),
  refusals: ['record_not_found', 'account_number_invalid', 'state_conflict'],
})

export const listAccountChanges = staffCall({
  name: 'list-account-changes',
  kind: 'read',
  area: 'parties',
  roles: ['finance_maker', 'finance_checker', 'auditor', 'support'],
  summary: 'Other bank accounts that partners asked for and that wait, what can be set first in front',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      change_id: id,
      payee_kind: z.enum(PARTNER_SIDES),
      payee_id: id,
      account_masked: z.string(),
      /** One of the party's people, by their id. */
      asked_by: id,
      asked_at: time,
      settable_at: time,
    }),
  ),
  refusals: [],
})

/** A batch of payouts, each to its party's account in force. */
export const payoutsSending: Approval = {
  action: 'payouts.send',
  roles: ['finance_checker'],
  refusals: ['payments_stopped', 'escrow_owed', 'state_conflict', 'insufficient_balance'],
}

export const payPublishers = staffCall({
  name: 'pay-publishers',
  kind: 'propose',
  area: 'parties',
  roles: ['finance_maker'],
  approval: payoutsSending,
  summary: 'Propose a batch that pays publishers all that is free',
  note: 'without minimum any amount is paid, without publisher_id every publisher',
  request: z.strictObject({ minimum: z.optional(amountInput), publisher_id: z.optional(id) }),
  response: proposedWith({
    payouts: count,
    amount,
    /** The names of those who have something free and no account yet. */
    without_account: z.array(z.string()),
  }),
  refusals: ['amount_malformed', 'amount_zero', 'record_not_found'],
})

/** Refused while conversions are owed (PRODUCT §4). */
export const takeOutEscrow = staffCall({
  name: 'take-out-escrow',
  kind: 'propose',
  area: 'parties',
  roles: ['finance_maker'],
  approval: payoutsSending,
  summary: 'Propose that an advertiser’s free escrow be paid back to it',
  request: z.strictObject({ advertiser_id: id, amount: amountInput, reason: reasonText }),
  response: proposedWith({ payouts: count, amount }),
  refusals: ['amount_malformed', 'amount_zero', 'payee_account_missing'],
})

const payout = z.object({
  number: z.string(),
  /** The approved proposal. */
  batch: id,
  source: z.enum(PAYOUT_SOURCES),
  payee_id: id,
  account_name: z.string(),
  account_masked: z.string(),
  amount,
  status: z.enum(PAYOUT_STATUSES),
  sent_at: time,
  confirmed_at: z.nullable(time),
  returned_at: z.nullable(time),
  return_reason: z.nullable(z.string()),
})

export const listPayouts = staffCall({
  name: 'list-payouts',
  kind: 'read',
  area: 'parties',
  roles: ['finance_maker', 'finance_checker', 'auditor', 'support'],
  summary: 'Payouts to parties, newest first',
  note: 'with payee_id those of one party, else all',
  request: z.strictObject({ ...listFlags, payee_id: z.optional(id) }),
  response: pageOf(payout),
  refusals: [],
})

/** It shows whole account numbers, so each use is kept in the audit log. */
export const payoutOrders = staffCall({
  name: 'payout-orders',
  title: 'Take payment orders of payouts',
  kind: 'read',
  area: 'parties',
  roles: ['finance_checker'],
  proof: 'fresh',
  summary: 'The payment orders of an approved batch, for the bank',
  note: 'batch_id is what the approval answered, and what list-payouts has as batch',
  request: z.strictObject({ batch_id: id }),
  response: z.array(
    z.object({
      ...payout.shape,
      account_number: z.string(),
      currency: z.string(),
      remittance: z.string(),
    }),
  ),
  refusals: ['record_not_found'],
})

/** By rule alone, as the program does once a minute. */
export const matchPayouts = staffCall({
  name: 'match-payouts',
  kind: 'act',
  area: 'parties',
  roles: ['finance_maker', 'finance_checker'],
  summary: 'Confirm sent payouts by the imported bank lines that name them',
  request: z.strictObject({}),
  response: z.object({
    /** Their numbers. */
    confirmed: z.array(z.string()),
  }),
  refusals: [],
})

export const confirmPayout = staffCall({
  name: 'confirm-payout',
  kind: 'act',
  area: 'parties',
  roles: ['finance_maker', 'finance_checker'],
  proof: 'fresh',
  summary: 'Match a paid-out bank line to a sent payout whose number the bank lost',
  request: z.strictObject({ number: numberText('P'), line_id: id }),
  response: z.object({ number: z.string(), status: z.literal('confirmed') }),
  refusals: ['record_not_found', 'state_conflict', 'statement_bringer', 'statement_contradicted'],
})

export const payoutReturning: Approval = {
  action: 'payout.return',
  roles: ['finance_checker'],
  stands_on: 'import-statement',
  refusals: ['record_not_found', 'state_conflict', 'statement_contradicted'],
}

/** The money is the party's again. */
export const returnPayout = staffCall({
  name: 'return-payout',
  kind: 'propose',
  area: 'parties',
  roles: ['finance_maker'],
  approval: payoutReturning,
  summary: 'Propose that the bank did not pay a payout, or sent it back',
  note: 'line_id is the paid-in line of a confirmed payout that came back, and is left out while it is not confirmed',
  request: z.strictObject({ number: numberText('P'), line_id: z.optional(id), reason: reasonText }),
  response: proposed,
  refusals: [],
})

/** What moved a publisher's free money. */
export const PUBLISHER_LINE_KINDS = ['earned', 'paid', 'returned'] as const

export const publisherStatement = staffCall({
  name: 'publisher-statement',
  title: 'Show publisher’s statement',
  kind: 'read',
  area: 'parties',
  roles: ['finance_maker', 'finance_checker', 'auditor', 'support'],
  summary: 'A publisher’s month (UTC), whose lines add up',
  request: z.strictObject({ publisher_id: id, month }),
  response: z.object({
    publisher_id: id,
    name: z.string(),
    legal_name: z.string(),
    month: z.string(),
    opening: amount,
    credited: amount,
    debited: amount,
    closing: amount,
    lines: z.array(
      z.object({
        entry_id: id,
        at: time,
        kind: z.enum(PUBLISHER_LINE_KINDS),
        /** The number of the plan or payout, or the id of what else it is of. */
        remark: z.string(),
        amount,
        balance: amount,
      }),
    ),
  }),
  refusals: ['record_not_found'],
})
