import { parseAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { amount, amountInput, because, count, id, text } from '../../fields.ts'
import { ACCEPTOR_KINDS } from '../../money/exchange.ts'
import { documentHash, moment, readableName, reasonText } from '../statement/fields.ts'
import { EVIDENCE_REFUSALS, evidenceFile } from '../statement/files.ts'
import { type Approval, proposed, proposedWith, staffCall } from '../statement/staff-call.ts'
import { payeeAccountSetting, payoutsSending } from './parties-money.ts'

/** An ISO 4217 code, or a token's such as `USDT`. */
export const currencyCode = z
  .string({ error: because('field_invalid') })
  .check(z.toUpperCase(), z.regex(/^[A-Z]{3,5}$/, 'field_invalid'))

/** Foreign units for one of the ledger's currency, above 0, at most six decimals; parsed into millionths. */
export const rateInput = z.pipe(
  z
    .string({ error: because('field_invalid') })
    .check(z.regex(/^(0|[1-9]\d{0,7})(\.\d{1,6})?$/, 'field_invalid')),
  z.transform((value: string, context): bigint => {
    const rate_micros = parseAmount(value) ?? 0n
    if (rate_micros === 0n) context.issues.push({ code: 'custom', message: 'field_invalid', input: value })
    return rate_micros
  }),
)

/** A percentage from 0.00 to 3.00 as a flag carries it; parsed into hundredths of a percent. */
const feePercent = z.pipe(
  z
    .string({ error: because('field_invalid') })
    .check(z.regex(/^([0-2](\.\d{1,2})?|3(\.00?)?)$/, 'field_invalid')),
  z.transform((value: string) => {
    const [whole = '0', part = ''] = value.split('.')
    return Number(whole) * 100 + Number(part.padEnd(2, '0'))
  }),
)

/** What two people have seen of an acceptor's documents. */
export const verifiedAcceptor = {
  kind: z.enum(ACCEPTOR_KINDS, { error: because('field_invalid') }),
  /** As customers read it. */
  name: readableName(120),
  legal_name: readableName(200),
  /** Whose account pays the bond and is paid. */
  account_name: readableName(200),
  evidence_hash: documentHash,
}

export const acceptorCreating: Approval = {
  action: 'acceptor.create',
  roles: ['finance_checker', 'risk'],
  refusals: ['record_exists'],
}

/** Without bond and limit it exchanges nothing. */
export const createAcceptor = staffCall({
  name: 'create-acceptor',
  kind: 'propose',
  area: 'acceptors',
  roles: ['finance_maker', 'risk'],
  approval: acceptorCreating,
  summary: 'Propose a verified acceptor',
  request: z.strictObject({
    ...verifiedAcceptor,
    /** The platform’s part of each exchange, from 0.00 to 3.00. */
    fee_percent: feePercent,
    reason: reasonText,
  }),
  response: proposedWith({ acceptor_id: id }),
  refusals: ['policy_out_of_bounds'],
})

/** Unconfirmed offers end, escrowed orders go on; one person closes, two open again. */
export const closeAcceptor = staffCall({
  name: 'close-acceptor',
  kind: 'act',
  area: 'acceptors',
  roles: ['support'],
  touches: 'customer',
  summary: 'Let an acceptor make no more offers, and end those that nobody has confirmed',
  request: z.strictObject({ acceptor_id: id, reason: reasonText }),
  response: z.object({ acceptor_id: id, open: z.boolean(), offers_ended: count }),
  refusals: ['record_not_found', 'state_conflict'],
})

export const acceptorOpening: Approval = {
  action: 'acceptor.open',
  roles: ['finance_checker', 'risk'],
  refusals: ['state_conflict'],
}

export const openAcceptor = staffCall({
  name: 'open-acceptor',
  kind: 'propose',
  area: 'acceptors',
  roles: ['finance_maker', 'risk'],
  approval: acceptorOpening,
  summary: 'Propose that a closed acceptor makes offers again',
  request: z.strictObject({ acceptor_id: id, reason: reasonText }),
  response: proposed,
  refusals: ['record_not_found'],
})

export const listAcceptors = staffCall({
  name: 'list-acceptors',
  kind: 'read',
  area: 'acceptors',
  roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
  summary: 'Acceptors with bond, limit and what of it is in use',
  request: z.strictObject({}),
  response: z.array(
    z.object({
      acceptor_id: id,
      kind: z.enum(ACCEPTOR_KINDS),
      name: z.string(),
      legal_name: z.string(),
      open: z.boolean(),
      /** With two decimals. */
      fee_percent: z.string(),
      bond: amount,
      limit: amount,
      outstanding: amount,
    }),
  ),
  refusals: [],
})

export const bondBooking: Approval = {
  action: 'bond.book',
  roles: ['finance_checker'],
  stands_on: 'import-statement',
  refusals: ['record_not_found', 'state_conflict', 'deposit_match_refused', 'statement_contradicted'],
}

export const matchBond = staffCall({
  name: 'match-bond',
  kind: 'propose',
  area: 'acceptors',
  roles: ['finance_maker'],
  works_on: { kind: 'bank_line', by: 'line_id' },
  approval: bondBooking,
  summary: 'Propose that a bank line is an acceptor’s bond, paid from an account in its name',
  request: z.strictObject({ line_id: id, acceptor_id: id }),
  response: proposed,
  refusals: [],
})

export const acceptorLimiting: Approval = {
  action: 'acceptor.limit',
  roles: ['finance_checker', 'risk'],
  refusals: ['record_not_found', 'acceptor_limit_exceeded'],
}

export const setAcceptorLimit = staffCall({
  name: 'set-acceptor-limit',
  kind: 'propose',
  area: 'acceptors',
  roles: ['finance_maker', 'risk'],
  approval: acceptorLimiting,
  summary: 'Propose what an acceptor’s open orders may come to, at most the bond',
  request: z.strictObject({ acceptor_id: id, limit: amountInput, reason: reasonText }),
  response: proposed,
  refusals: ['amount_malformed', 'amount_zero'],
})

export const setAcceptorAccount = staffCall({
  name: 'set-acceptor-account',
  kind: 'propose',
  area: 'acceptors',
  roles: ['finance_maker'],
  approval: payeeAccountSetting,
  summary: 'Propose the bank account that an acceptor is paid to, in its verified name',
  request: z.strictObject({
    acceptor_id: id,
    account_number: z.string({ error: because('field_invalid') }).check(z.maxLength(64, 'field_too_long')),
    /** What shows whose account it is. */
    evidence_file: evidenceFile,
    reason: reasonText,
  }),
  response: proposedWith({ account_id: id }),
  refusals: ['record_not_found', 'account_number_invalid', ...EVIDENCE_REFUSALS],
})

/** What completed orders have brought; a bank line confirms it. */
export const payAcceptor = staffCall({
  name: 'pay-acceptor',
  kind: 'propose',
  area: 'acceptors',
  roles: ['finance_maker'],
  approval: payoutsSending,
  summary: 'Propose to pay an acceptor out',
  request: z.strictObject({
    acceptor_id: id,
    /** Left out: all that is there. */
    amount: z.optional(amountInput),
    reason: reasonText,
  }),
  response: proposedWith({ payouts: count, amount }),
  refusals: ['amount_malformed', 'amount_zero', 'payee_account_missing'],
})

/** Bond that covers neither limit nor orders; the database checks it again at payment. */
export const takeOutBond = staffCall({
  name: 'take-out-bond',
  kind: 'propose',
  area: 'acceptors',
  roles: ['finance_maker'],
  approval: payoutsSending,
  summary: 'Propose that bond above limit, open orders and those completed lately be paid back',
  request: z.strictObject({ acceptor_id: id, amount: amountInput, reason: reasonText }),
  response: proposedWith({ payouts: count, amount, free_after: amount }),
  refusals: ['amount_malformed', 'amount_zero', 'record_not_found', 'payee_account_missing'],
})

export const referenceRateSetting: Approval = {
  action: 'reference_rate.set',
  roles: ['finance_checker', 'risk'],
  refusals: [],
}

/** Offers are compared with it for a day. */
export const setReferenceRate = staffCall({
  name: 'set-reference-rate',
  kind: 'propose',
  area: 'acceptors',
  roles: ['finance_maker', 'risk'],
  approval: referenceRateSetting,
  summary: 'Propose what a public source says a currency is worth',
  note: 'such as currency EUR, rate 0.921500, source "ECB reference rates", as_of 2026-01-31T14:15:00Z',
  request: z.strictObject({
    currency: currencyCode,
    /** Units for one of the ledger’s currency. */
    rate: rateInput,
    source: text(120),
    as_of: moment,
    reason: reasonText,
  }),
  response: proposedWith({ rate_id: id }),
  refusals: [],
})
