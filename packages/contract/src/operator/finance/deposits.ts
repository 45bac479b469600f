import * as z from 'zod/mini'
import { amount, id, pageOf, text, time } from '../../fields.ts'
import { ofKind } from '../statement/field-kinds.ts'
import { customerHandle, listFlags, numbersText, numberText, reasonText } from '../statement/fields.ts'
import { EVIDENCE_REFUSALS, evidenceFile } from '../statement/files.ts'
import { type Approval, proposed, proposedWith, staffCall, workPage } from '../statement/staff-call.ts'
import { rail } from './deposits-statements.ts'

/** Waiting lines: money in, money out, or movements that the bank says have come back. */
export const WAITING_KINDS = ['paid_in', 'paid_out', 'returns'] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** What identified a deposit's customer. */
export const MATCHED_BY = ['reference', 'payer_name'] as const
export type MatchedBy = (typeof MATCHED_BY)[number]

/** How far an unmatched deposit is on its way back. */
export const RETURN_STATUSES = ['ordered', 'sent', 'confirmed'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

export const listBankLines = staffCall({
  name: 'list-bank-lines',
  kind: 'read',
  area: 'deposits',
  roles: ['finance_maker', 'finance_checker', 'risk', 'auditor'],
  works_on: { kind: 'bank_line', by: 'line_id' },
  summary: 'Bank lines that wait for a person, oldest first',
  request: z.strictObject({ ...listFlags, kind: z.optional(z.enum(WAITING_KINDS)) }),
  response: workPage(
    z.object({
      line_id: id,
      statement_id: id,
      rail,
      bank_reference: z.string(),
      booked_at: time,
      /** Below zero if money left the account. */
      amount,
      counterparty_name: z.string(),
      counterparty_account: z.string(),
      remittance: z.string(),
      is_return: z.boolean(),
    }),
  ),
  refusals: [],
})

export const depositBooking: Approval = {
  action: 'deposit.book',
  roles: ['finance_checker'],
  stands_on: 'import-statement',
  refusals: ['record_not_found', 'state_conflict', 'statement_contradicted', 'person_unverified'],
}

export const matchDeposit = staffCall({
  name: 'match-deposit',
  kind: 'propose',
  area: 'deposits',
  roles: ['finance_maker'],
  works_on: { kind: 'bank_line', by: 'line_id' },
  approval: depositBooking,
  touches: 'customer',
  summary:
    'Propose that a bank line is a customer’s deposit: their reference or verified name must stand on it',
  request: z.strictObject({ line_id: id, customer: customerHandle }),
  response: proposed,
  refusals: ['deposit_match_refused'],
})

export const listDeposits = staffCall({
  name: 'list-deposits',
  kind: 'read',
  area: 'deposits',
  roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
  touches: 'customer',
  summary: 'A customer’s deposits, newest first, with what the bank took back',
  request: z.strictObject({ ...listFlags, customer: customerHandle }),
  response: pageOf(
    z.object({
      deposit_id: id,
      customer_id: id,
      line_id: id,
      bank_reference: z.string(),
      remittance: z.string(),
      amount,
      recalled: amount,
      matched_by: z.enum(MATCHED_BY),
      booked_at: time,
      /** Null if booked automatically. */
      proposal_id: z.nullable(id),
    }),
  ),
  refusals: ['record_not_found'],
})

/** PRODUCT §3, "Deposit recalled". */
export const depositRecalling: Approval = {
  action: 'deposit.recall',
  roles: ['finance_checker'],
  stands_on: 'import-statement',
  refusals: ['record_not_found', 'state_conflict', 'statement_contradicted', 'deposit_match_refused'],
}

export const recallDeposit = staffCall({
  name: 'recall-deposit',
  kind: 'propose',
  area: 'deposits',
  roles: ['finance_maker'],
  works_on: { kind: 'bank_line', by: 'line_id' },
  approval: depositRecalling,
  touches: 'customer',
  summary:
    'Propose that a paid-out bank line is the bank’s recall of a deposit, or that its own line was none of the bank’s',
  note: 'line_id is that of the paid-out line; or the deposit’s own, of the newest statement, where that is to be withdrawn next',
  request: z.strictObject({
    line_id: id,
    deposit_id: id,
    reason: reasonText,
    evidence_file: z.optional(evidenceFile),
  }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})

export const depositReturning: Approval = {
  action: 'deposit.return',
  roles: ['finance_checker'],
  stands_on: 'import-statement',
  draws_number: true,
  refusals: ['record_not_found', 'state_conflict', 'statement_contradicted'],
}

export const returnDeposit = staffCall({
  name: 'return-deposit',
  kind: 'propose',
  area: 'deposits',
  roles: ['finance_maker'],
  works_on: { kind: 'bank_line', by: 'line_id' },
  approval: depositReturning,
  summary: 'Propose that an unmatched bank line go back before its ten days are over',
  request: z.strictObject({
    line_id: id,
    reason: reasonText,
    /** Where the bank named none: money goes back to where it came from. */
    account_number: z.optional(ofKind('account', text(64))),
    evidence_file: z.optional(evidenceFile),
  }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})

export const listDepositReturns = staffCall({
  name: 'list-deposit-returns',
  kind: 'read',
  area: 'deposits',
  roles: ['finance_maker', 'finance_checker', 'risk', 'auditor'],
  summary: 'Deposits on their way back, oldest first: ordered, or sent and not yet on a statement',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      return_id: id,
      number: z.string(),
      line_id: id,
      amount,
      account_name: z.string(),
      account_number: z.string(),
      status: z.enum(RETURN_STATUSES),
      /** Null if automatic, after ten days. */
      ordered_by_proposal: z.nullable(id),
      ordered_at: time,
      sent_by_proposal: z.nullable(id),
      sent_at: z.nullable(time),
      confirmed_at: z.nullable(time),
      paid_line_id: z.nullable(id),
    }),
  ),
  refusals: [],
})

/** Answers the payments to be made. */
export const returnSending: Approval = {
  action: 'deposit.return-send',
  roles: ['finance_checker'],
  refusals: ['state_conflict', 'statement_contradicted'],
}

export const sendDepositReturns = staffCall({
  name: 'send-deposit-returns',
  kind: 'propose',
  area: 'deposits',
  roles: ['finance_maker'],
  approval: returnSending,
  summary: 'Propose that ordered returns go to the bank; the approval prints the payments',
  request: z.strictObject({
    /** All that are ordered where it is left out. */
    numbers: z.optional(numbersText('D')),
  }),
  response: proposedWith({ numbers: z.array(z.string()) }),
  refusals: ['record_not_found'],
})

export const confirmDepositReturn = staffCall({
  name: 'confirm-deposit-return',
  kind: 'act',
  area: 'deposits',
  roles: ['finance_maker', 'finance_checker'],
  proof: 'fresh',
  summary: 'Match a paid-out bank line to a sent return whose number the bank lost',
  request: z.strictObject({ number: numberText('D'), line_id: id }),
  response: z.object({ number: z.string(), status: z.literal('confirmed') }),
  refusals: ['record_not_found', 'state_conflict', 'statement_bringer', 'statement_contradicted'],
})
