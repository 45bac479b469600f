import * as z from 'zod/mini'
import { WITHDRAWAL_STATUSES } from '../../enums.ts'
import { amount, count, id, time } from '../../fields.ts'
import { evidenceText, listFlags, numbersText, numberText } from '../statement/fields.ts'
import { EVIDENCE_REFUSALS, evidenceFile } from '../statement/files.ts'
import {
  type Approval,
  fileCall,
  proposed,
  proposedWith,
  staffCall,
  workPage,
} from '../statement/staff-call.ts'

/** What a payment order may be written as: ISO 20022, or a list for what that can't name. */
export const PAYOUT_FORMATS = ['pain001', 'csv'] as const
export type PayoutFormat = (typeof PAYOUT_FORMATS)[number]

/** How a payment order ended. */
export const PAYOUT_FILE_ENDS = ['handed_over', 'discarded'] as const
export type PayoutFileEnd = (typeof PAYOUT_FILE_ENDS)[number]

const MONEY_READERS = ['finance_maker', 'finance_checker', 'risk', 'auditor'] as const

export const listWithdrawals = staffCall({
  name: 'list-withdrawals',
  kind: 'read',
  area: 'withdrawals',
  roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
  works_on: { kind: 'withdrawal', by: 'number' },
  summary:
    'Withdrawals that are not done, the nearest time to be sent first; then those whose clock does not run, held or sent',
  request: z.strictObject(listFlags),
  response: workPage(
    z.object({
      withdrawal_id: id,
      number: z.string(),
      customer_id: id,
      status: z.enum(WITHDRAWAL_STATUSES),
      amount,
      rail_fee: amount,
      /** What goes to the bank; null until it is sent. */
      payout: z.nullable(amount),
      beneficiary_id: id,
      account_number_masked: z.string(),
      /** Whether it is in a payment order for the bank, handed over or not. */
      is_ordered: z.boolean(),
      /** What the bank recalled of the customer's deposits beyond their wallet. */
      recalled_beyond_wallet: amount,
      requested_at: time,
      send_by: time,
      approved_at: z.nullable(time),
      sent_at: z.nullable(time),
    }),
  ),
  refusals: [],
})

export const withdrawalApproving: Approval = {
  action: 'withdrawal.approve',
  roles: ['finance_checker'],
  refusals: ['withdrawal_not_found', 'state_conflict'],
}

export const approveWithdrawal = staffCall({
  name: 'approve-withdrawal',
  kind: 'propose',
  area: 'withdrawals',
  roles: ['finance_maker'],
  works_on: { kind: 'withdrawal', by: 'number' },
  approval: withdrawalApproving,
  touches: 'customer',
  summary: 'Propose that a withdrawal be approved',
  request: z.strictObject({ number: numberText('W') }),
  response: proposed,
  refusals: [],
})

export const confirmWithdrawal = staffCall({
  name: 'confirm-withdrawal',
  kind: 'act',
  area: 'withdrawals',
  roles: ['finance_maker', 'finance_checker'],
  works_on: { kind: 'withdrawal', by: 'number' },
  proof: 'fresh',
  touches: 'customer',
  summary: 'Match a paid-out bank line to a sent withdrawal whose number the bank lost',
  request: z.strictObject({ number: numberText('W'), line_id: id }),
  response: z.object({ withdrawal_id: id, status: z.enum(WITHDRAWAL_STATUSES) }),
  refusals: [
    'withdrawal_not_found',
    'record_not_found',
    'state_conflict',
    'statement_bringer',
    'statement_contradicted',
  ],
})

export const withdrawalEnding: Approval = {
  action: 'withdrawal.end',
  roles: ['finance_checker'],
  refusals: ['withdrawal_not_found', 'state_conflict'],
}

/** PRODUCT §2.3: the only reason staff have. */
export const endWithdrawal = staffCall({
  name: 'end-withdrawal',
  kind: 'propose',
  area: 'withdrawals',
  roles: ['finance_maker'],
  works_on: { kind: 'withdrawal', by: 'number' },
  approval: withdrawalEnding,
  touches: 'customer',
  summary: 'Propose that a withdrawal end because its beneficiary is wrong',
  request: z.strictObject({
    number: numberText('W'),
    evidence: evidenceText,
    evidence_file: z.optional(evidenceFile),
  }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})

export const payoutSending: Approval = {
  action: 'payout.send',
  roles: ['finance_checker'],
  refusals: ['withdrawal_not_found', 'state_conflict'],
}

export const proposePayoutFile = staffCall({
  name: 'propose-payout-file',
  kind: 'propose',
  area: 'withdrawals',
  roles: ['finance_maker'],
  approval: payoutSending,
  summary:
    'Propose that approved withdrawals go to the bank in one pain.001 file, or those to wallet addresses in a list',
  request: z.strictObject({
    /** All that are approved and stand in no order where it is left out. */
    numbers: z.optional(numbersText('W')),
    /** `pain001` where it is left out; `csv` is the list of wallet addresses. */
    format: z.optional(z.enum(PAYOUT_FORMATS)),
  }),
  response: proposedWith({ payout_file_id: id, numbers: z.array(z.string()) }),
  refusals: ['record_not_found'],
})

const PAYOUT_FILE = {
  payout_file_id: id,
  message_id: z.string(),
  format: z.enum(PAYOUT_FORMATS),
  payment_count: count,
  total: amount,
  /** Of the file, hexadecimal. */
  sha256: z.string(),
  proposal_id: id,
  created_at: time,
  ended_as: z.nullable(z.enum(PAYOUT_FILE_ENDS)),
  ended_at: z.nullable(time),
  /** Null if the program handed it over. */
  handed_over_by: z.nullable(z.string()),
  /** Why the bank rejected it; null if it did not. */
  rejected_reason: z.nullable(z.string()),
}

export const listPayoutFiles = staffCall({
  name: 'list-payout-files',
  kind: 'read',
  area: 'withdrawals',
  roles: MONEY_READERS,
  works_on: { kind: 'payout_file', by: 'payout_file_id' },
  summary: 'Payment orders and how far each has come, newest first',
  request: z.strictObject(listFlags),
  response: workPage(z.object({ ...PAYOUT_FILE, takings: count })),
  refusals: [],
})

export const showPayoutFile = staffCall({
  name: 'show-payout-file',
  kind: 'read',
  area: 'withdrawals',
  roles: MONEY_READERS,
  works_on: { kind: 'payout_file', by: 'payout_file_id' },
  summary: 'What a payment order pays, and who took it out',
  request: z.strictObject({ payout_file_id: id }),
  response: z.object({
    ...PAYOUT_FILE,
    payments: z.array(z.object({ withdrawal_id: id, number: z.string(), payout: amount })),
    /** Earliest first; null for the program. */
    takings: z.array(z.object({ taken_by: z.nullable(z.string()), taken_at: time })),
  }),
  refusals: ['record_not_found'],
})

/** ISO 20022 pain.001. */
export const PAYMENT_ORDER_TYPE = 'application/xml'

export const savePayoutFile = fileCall({
  name: 'save-payout-file',
  kind: 'act',
  area: 'withdrawals',
  roles: ['finance_maker', 'finance_checker'],
  works_on: { kind: 'payout_file', by: 'payout_file_id' },
  proof: 'fresh',
  summary: 'Take a payment order out for the bank; that you did is kept',
  note: 'it is the same file each time',
  request: z.strictObject({ payout_file_id: id }),
  answers_file: PAYMENT_ORDER_TYPE,
  refusals: ['record_not_found', 'state_conflict'],
})

export const handOverPayoutFile = staffCall({
  name: 'hand-over-payout-file',
  kind: 'act',
  area: 'withdrawals',
  roles: ['finance_maker', 'finance_checker'],
  works_on: { kind: 'payout_file', by: 'payout_file_id' },
  proof: 'fresh',
  touches: 'customer',
  summary: 'Say that a payment order was handed over to the bank: its withdrawals are sent by that',
  request: z.strictObject({ payout_file_id: id }),
  response: z.object({
    payout_file_id: id,
    message_id: z.string(),
    handed_over_at: time,
    numbers: z.array(z.string()),
  }),
  refusals: ['record_not_found', 'payout_file_not_taken', 'state_conflict'],
})

export const payoutDiscarding: Approval = {
  action: 'payout.discard',
  roles: ['finance_checker'],
  refusals: ['record_not_found', 'state_conflict'],
}

export const discardPayoutFile = staffCall({
  name: 'discard-payout-file',
  kind: 'propose',
  area: 'withdrawals',
  roles: ['finance_maker'],
  works_on: { kind: 'payout_file', by: 'payout_file_id' },
  approval: payoutDiscarding,
  summary: 'Propose that a payment order which the bank has not got be discarded',
  request: z.strictObject({
    payout_file_id: id,
    evidence: evidenceText,
    evidence_file: z.optional(evidenceFile),
  }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})

export const withdrawalBouncing: Approval = {
  action: 'withdrawal.bounced',
  roles: ['finance_checker'],
  stands_on: 'import-statement',
  refusals: ['withdrawal_not_found', 'record_not_found', 'state_conflict', 'statement_contradicted'],
}

export const bounceWithdrawal = staffCall({
  name: 'bounce-withdrawal',
  kind: 'propose',
  area: 'withdrawals',
  roles: ['finance_maker'],
  works_on: { kind: 'withdrawal', by: 'number' },
  approval: withdrawalBouncing,
  touches: 'customer',
  summary: 'Propose that a line of the bank be what it returned of a withdrawal',
  request: z.strictObject({ number: numberText('W'), line_id: id }),
  response: proposed,
  refusals: [],
})

export const withdrawalRefusing: Approval = {
  action: 'withdrawal.refused',
  roles: ['finance_checker'],
  refusals: ['withdrawal_not_found', 'state_conflict'],
}

export const refusedWithdrawal = staffCall({
  name: 'refused-withdrawal',
  title: 'Record withdrawal refused by the bank',
  kind: 'propose',
  area: 'withdrawals',
  roles: ['finance_maker'],
  works_on: { kind: 'withdrawal', by: 'number' },
  approval: withdrawalRefusing,
  touches: 'customer',
  summary: 'Propose that a sent withdrawal was refused by the bank before it paid',
  request: z.strictObject({
    number: numberText('W'),
    evidence: evidenceText,
    evidence_file: z.optional(evidenceFile),
  }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})
