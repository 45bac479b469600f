import * as z from 'zod/mini'
import { APPEAL_DECISIONS, HOLD_REASONS } from '../../enums.ts'
import { amount, amountInput, count, id, text, time } from '../../fields.ts'
import { HOLD_DOCUMENTS_MAX } from '../../money/holds.ts'
import { customerHandle, evidenceText, listFlags, numberText, reasonText } from '../statement/fields.ts'
import { EVIDENCE_REFUSALS, evidenceFile } from '../statement/files.ts'
import { type Approval, proposed, staffCall, workPage } from '../statement/staff-call.ts'

/** Holds by which reason staff may ask for; a new beneficiary's comes by itself. */
export const STATED_HOLD_REASONS = HOLD_REASONS.filter((reason) => reason !== 'new_beneficiary')

const openHold = z.object({
  hold_id: id,
  customer_id: id,
  reason: z.enum(HOLD_REASONS),
  amount,
  source: z.enum(['available', 'withdrawal_hold']),
  withdrawal_id: z.nullable(id),
  evidence: z.string(),
  authority: z.nullable(z.string()),
  document_hash: z.nullable(z.string()),
  created_at: time,
  deadline: time,
  clock_stopped_at: z.nullable(time),
  is_extended: z.boolean(),
  review_count: count,
  documents: z.array(
    z.object({ position: count, name: z.string(), file_id: z.nullable(id), provided_at: z.nullable(time) }),
  ),
  appeals: z.array(
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

export const listHolds = staffCall({
  name: 'list-holds',
  kind: 'read',
  area: 'holds',
  roles: ['support', 'risk', 'finance_maker', 'finance_checker', 'auditor'],
  works_on: { kind: 'hold', by: 'hold_id' },
  summary:
    'Holds that are not released, the nearest deadline first, with documents and appeals; then those whose clock stands still',
  request: z.strictObject(listFlags),
  response: workPage(openHold),
  refusals: [],
})

export const holdPlacing: Approval = {
  action: 'hold.place',
  roles: ['risk', 'finance_checker'],
  refusals: [
    'insufficient_balance',
    'hold_facts_repeated',
    'hold_days_exhausted',
    'record_not_found',
    'withdrawal_not_found',
    'state_conflict',
  ],
}

/** PRODUCT §2.4: the closed list of reasons. */
export const placeHold = staffCall({
  name: 'place-hold',
  kind: 'propose',
  area: 'holds',
  roles: ['risk', 'finance_maker'],
  approval: holdPlacing,
  touches: 'customer',
  summary: 'Propose a hold from the closed list',
  note: `identity_documents needs documents (at most ${HOLD_DOCUMENTS_MAX}, such as "Passport; Bill"), disputed_deposit the deposit_id, account_theft the report, court_order and legal_hold evidence_file with the order, and authority; withdrawal_number holds that withdrawal, or a part of it, instead of available funds`,
  request: z.strictObject({
    customer: customerHandle,
    reason: z.enum(STATED_HOLD_REASONS),
    amount: amountInput,
    evidence: evidenceText,
    /** For a legal hold: the order. */
    evidence_file: z.optional(evidenceFile),
    /** For a legal hold: who ordered it. */
    authority: z.optional(text(160)),
    /** For a disputed deposit. */
    deposit_id: z.optional(id),
    /** For account theft: where the customer reported it, such as a chat message. */
    report: z.optional(text(160)),
    /** For outstanding identity documents: which ones, separated by semicolons; they can't be changed later. */
    documents: z.optional(text(1_000)),
    /** Holds this withdrawal, wholly or partly, instead of available funds. */
    withdrawal_number: z.optional(numberText('W')),
  }),
  response: proposed,
  refusals: ['amount_malformed', 'amount_zero', ...EVIDENCE_REFUSALS],
})

export const holdExtending: Approval = {
  action: 'hold.extend',
  roles: ['risk', 'finance_checker'],
  refusals: ['record_not_found', 'state_conflict', 'hold_days_exhausted'],
}

export const extendHold = staffCall({
  name: 'extend-hold',
  kind: 'propose',
  area: 'holds',
  roles: ['risk', 'finance_maker'],
  works_on: { kind: 'hold', by: 'hold_id' },
  approval: holdExtending,
  touches: 'customer',
  summary: 'Propose a hold’s one extension, to ten days from its start at most',
  request: z.strictObject({ hold_id: id, reason: reasonText, evidence_file: z.optional(evidenceFile) }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})

export const holdReviewing: Approval = {
  action: 'hold.review',
  roles: ['risk', 'finance_checker'],
  refusals: ['record_not_found', 'state_conflict'],
}

/** PRODUCT §2.4: without it the hold releases by itself. */
export const reviewHold = staffCall({
  name: 'review-hold',
  kind: 'propose',
  area: 'holds',
  roles: ['risk', 'finance_maker'],
  works_on: { kind: 'hold', by: 'hold_id' },
  approval: holdReviewing,
  touches: 'customer',
  summary: 'Propose that a legal hold stand for 30 days more, on the order’s document looked at again',
  request: z.strictObject({ hold_id: id, evidence_file: evidenceFile, reason: reasonText }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})

export const releaseHold = staffCall({
  name: 'release-hold',
  kind: 'act',
  area: 'holds',
  roles: ['risk', 'finance_maker', 'finance_checker'],
  works_on: { kind: 'hold', by: 'hold_id' },
  touches: 'customer',
  summary: 'Release a hold before its deadline',
  request: z.strictObject({ hold_id: id, reason: reasonText, evidence_file: z.optional(evidenceFile) }),
  response: z.object({ hold_id: id }),
  refusals: ['record_not_found', 'state_conflict', ...EVIDENCE_REFUSALS],
})

export const decideHoldAppeal = staffCall({
  name: 'decide-appeal',
  kind: 'act',
  area: 'holds',
  roles: ['risk', 'finance_checker', 'support'],
  works_on: { kind: 'hold_appeal', by: 'appeal_id' },
  touches: 'customer',
  judges: 'hold.place',
  summary: 'Decide an appeal against a hold that others placed',
  request: z.strictObject({
    appeal_id: id,
    decision: z.enum(APPEAL_DECISIONS),
    answer: text(1_000),
    evidence_file: z.optional(evidenceFile),
  }),
  response: z.object({ appeal_id: id, decision: z.enum(APPEAL_DECISIONS) }),
  refusals: ['record_not_found', 'state_conflict', 'four_eyes', ...EVIDENCE_REFUSALS],
})
