import * as z from 'zod/mini'
import { STAFF_ROLES } from '../../enums.ts'
import { amount, amountInput, because, count, id, text, time } from '../../fields.ts'
import type { Reason } from '../../reasons.ts'
import { customerHandle, listFlags, reasonText } from '../statement/fields.ts'
import { staffCall, workPage } from '../statement/staff-call.ts'
import { evidenceFacts } from './evidence.ts'

/** The maker withdraws; another decision supersedes by making it pointless; the other ends take a second person. */
export const PROPOSAL_ENDS = ['approved', 'refused', 'withdrawn', 'superseded'] as const
export type ProposalEnd = (typeof PROPOSAL_ENDS)[number]

/** `open` until it is decided or seven days have passed. */
export const PROPOSAL_STATUSES = ['open', 'expired', ...PROPOSAL_ENDS] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/**
 * The inbox: what one may decide, what one has made, what colleagues have made, each by what ends first; and by what ended
 * last, what of one's own was refused, overtaken or left to expire, and all that is decided or expired.
 */
export const PROPOSAL_QUEUES = ['waiting_for_me', 'mine', 'by_others', 'given_back', 'decided'] as const
export type ProposalQueue = (typeof PROPOSAL_QUEUES)[number]

/**
 * Why one may not approve a proposal: it is one's own or about oneself, takes another role, decides on what one had a hand
 * in, stands on a statement that one brought; or nobody may, as its maker was shut out or it has ended.
 */
export const PROPOSAL_HINDRANCES = ['own', 'role', 'judged', 'brought', 'maker_shut_out', 'ended'] as const
export type ProposalHindrance = (typeof PROPOSAL_HINDRANCES)[number]

/** How many proposals one person approves at once. */
export const TOGETHER_MAX = 50

/** Everybody who may change something; each act narrows this down to its checkers. */
const CHECKING_ROLES = STAFF_ROLES.filter((role) => role !== 'auditor')

const factsByName = z.record(z.string(), z.string())

/** SHA-256 of what somebody saw, in hexadecimal. */
const digest = z
  .string({ error: because('field_invalid') })
  .check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, { error: because('field_invalid') }))

/** What somebody who decides is told: what is done in a sentence, what is there before and after, what is booked. */
const seenFacts = {
  says: z.string(),
  before: factsByName,
  after: factsByName,
  /** The money that it is about; null where it is about none. */
  sum: z.nullable(amount),
  /** One sentence a booking; null where it was never tried: the program proposes it, or it draws a number. */
  booked: z.nullable(z.array(z.string())),
}

const proposal = {
  ...seenFacts,
  proposal_id: id,
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  customer_id: z.nullable(id),
  /** The act's own, with digests and secrets blanked. */
  payload: z.record(z.string(), z.unknown()),
  /** SHA-256, hexadecimal. */
  payload_hash: z.string(),
  /** SHA-256 of these facts, hexadecimal: what approves the proposal as its maker saw it. */
  facts_hash: z.string(),
  /** Whether carrying it out draws a number from a sequence, so that it is described and not tried. */
  draws_number: z.boolean(),
  /** Whether approving it shows something once, so that it is approved by itself. */
  shows_once: z.boolean(),
  /** Why whoever asks may not approve it; null if they may. */
  hindrance: z.nullable(z.enum(PROPOSAL_HINDRANCES)),
  reason: z.string(),
  maker: z.string(),
  /** Shut out since, so that it can't be approved. */
  maker_is_disabled: z.boolean(),
  proposed_at: time,
  expires_at: time,
  status: z.enum(PROPOSAL_STATUSES),
  checker_username: z.nullable(z.string()),
  decision_reason: z.nullable(z.string()),
  decided_at: z.nullable(time),
}

const APPROVING_REFUSES: readonly Reason[] = [
  'proposal_not_found',
  'four_eyes',
  'proposal_decided',
  'proposal_expired',
  'proposal_maker_disabled',
  'proposal_altered',
  'proposal_changed',
  'state_conflict',
  'staff_resting',
  'statement_bringer',
  'statement_contradicted',
]

/** `approve`, which refuses for all the reasons for which some act's approval does: `of_acts`. */
export function approving(of_acts: readonly Reason[]) {
  return staffCall({
    name: 'approve',
    kind: 'act',
    area: 'proposals',
    roles: CHECKING_ROLES,
    works_on: { kind: 'proposal', by: 'proposal_id' },
    proof: 'fresh',
    touches: 'customer',
    may_rest: 'live',
    summary: 'Approve and carry out another person’s proposal, as long as what was seen of it is so',
    note: 'payload_hash and facts_hash are those of what was seen, as list-proposals and show-proposal answer them; the command line looks by itself where neither is given, and approves what the maker saw',
    request: z.strictObject({ proposal_id: id, payload_hash: digest, facts_hash: digest }),
    response: z.object({
      ...seenFacts,
      proposal_id: id,
      action: z.string(),
      /** What the act answers. */
      outcome: z.unknown(),
      /** Proposals that the approval made pointless and that have ended. */
      superseded: z.array(id),
    }),
    refusals: [...new Set<Reason>([...APPROVING_REFUSES, ...of_acts])],
  })
}

/** One of several proposals as it was seen: its id and both digests, separated by colons. */
const seenProposal = z.string({ error: because('field_invalid') }).check(
  z.toLowerCase(),
  z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:[0-9a-f]{64}){2}$/, {
    // A line of a list that is left blank is one that is missing.
    error: ({ input }) => (String(input).trim() === '' ? 'field_required' : 'field_invalid'),
  }),
)

export const approveTogether = staffCall({
  name: 'approve-together',
  kind: 'act',
  area: 'proposals',
  roles: CHECKING_ROLES,
  proof: 'fresh',
  touches: 'customer',
  summary: `Approve up to ${TOGETHER_MAX} proposals of one action, each as it was seen: one after the other, with a result each`,
  note: 'seen is proposal_id, payload_hash and facts_hash of each, separated by colons, as list-proposals answers them',
  request: z.strictObject({
    seen: z
      .array(seenProposal, { error: because('field_invalid') })
      .check(z.minLength(1, 'field_required'), z.maxLength(TOGETHER_MAX, 'field_too_long')),
  }),
  response: z.object({
    action: z.string(),
    approved: count,
    /** Of those approved; null where they are about no money. */
    sum: z.nullable(amount),
    items: z.array(
      z.object({
        proposal_id: id,
        is_approved: z.boolean(),
        /** Why not, as a reason's name; null where it was approved. */
        refused: z.nullable(z.string()),
        /** What it is now, where that is not what was seen; null otherwise. */
        now: z.nullable(z.string()),
        checker_username: z.nullable(z.string()),
        decided_at: z.nullable(time),
      }),
    ),
  }),
  refusals: ['proposal_not_found', 'state_conflict'],
})

export const refuseProposal = staffCall({
  name: 'refuse-proposal',
  kind: 'act',
  area: 'proposals',
  roles: CHECKING_ROLES,
  works_on: { kind: 'proposal', by: 'proposal_id' },
  touches: 'customer',
  may_rest: 'live',
  summary: 'Refuse another person’s proposal, or withdraw your own',
  request: z.strictObject({ proposal_id: id, reason: reasonText }),
  response: z.object({ proposal_id: id, action: z.string(), verdict: z.enum(['refused', 'withdrawn']) }),
  refusals: ['proposal_not_found', 'proposal_decided', 'proposal_expired', 'state_conflict'],
})

export const showProposal = staffCall({
  name: 'show-proposal',
  kind: 'read',
  area: 'proposals',
  roles: STAFF_ROLES,
  works_on: { kind: 'proposal', by: 'proposal_id' },
  may_rest: 'live',
  summary:
    'What a proposal is, what was there when it was proposed, and while it is open what it would do now, with the digests to approve just that',
  request: z.strictObject({ proposal_id: id }),
  response: z.object({
    ...proposal,
    /** What it stands on, to be opened by `open-evidence`. */
    evidence: z.array(z.object(evidenceFacts)),
    /** While it is open: whether what was there when it was proposed still is. */
    is_as_proposed: z.optional(z.boolean()),
    /** `facts_hash` is that of the facts as they are now. */
    now: z.optional(z.object({ ...seenFacts, facts_hash: z.string() })),
    /** Why it can't be approved as things are. */
    refused_now: z.optional(z.string()),
    /** What it keeps sealed, such as an account's whole number, that whoever asks may see by `reveal-proposal`. */
    sealed: z.array(z.string()),
    /** For its maker alone: the act that proposed it, and what they gave it, but for secrets and files. */
    given: z.optional(z.object({ name: z.string(), fields: z.record(z.string(), z.unknown()) })),
  }),
  refusals: ['proposal_not_found'],
})

export const revealProposal = staffCall({
  name: 'reveal-proposal',
  kind: 'act',
  area: 'proposals',
  roles: ['finance_maker', 'finance_checker', 'risk'],
  works_on: { kind: 'proposal', by: 'proposal_id' },
  proof: 'fresh',
  summary:
    'See what an open proposal keeps sealed, such as an account’s whole number; that you did, and why, is kept',
  note: 'whoever may not approve it is refused, but for its maker',
  request: z.strictObject({ proposal_id: id, reason: reasonText }),
  response: z.object({ proposal_id: id, revealed: z.record(z.string(), z.string()) }),
  refusals: ['proposal_not_found', 'state_conflict'],
})

/** `list-proposals`, which looks for each of these `actions`. */
export function listingProposals(actions: readonly string[]) {
  return staffCall({
    name: 'list-proposals',
    kind: 'read',
    area: 'proposals',
    roles: STAFF_ROLES,
    works_on: { kind: 'proposal', by: 'proposal_id' },
    may_rest: 'live',
    summary:
      'Proposals that wait for a second person, the first to expire first; by queue, what became of others too',
    note: 'decided and given_back list what has ended, the last first; a page may show fewer rows than there are',
    request: z.strictObject({
      ...listFlags,
      queue: z.optional(z.enum(PROPOSAL_QUEUES)),
      action: z.optional(z.enum(actions)),
      customer: z.optional(customerHandle),
      sum_min: z.optional(amountInput),
      sum_max: z.optional(amountInput),
    }),
    response: workPage(z.object(proposal)),
    refusals: ['record_not_found'],
  })
}

/** What staff can search for. */
export const SEARCH_KINDS = [
  'audit_entry',
  'bank_line',
  'customer',
  'entry',
  'exchange_order',
  'payout',
  'person',
  'plan',
  'statement',
  'withdrawal',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** How many of a kind a search finds. */
export const FOUND_MAX = 20

export const search = staffCall({
  name: 'search',
  kind: 'read',
  area: 'proposals',
  roles: STAFF_ROLES,
  summary: `Find by an id, a number, a bank’s reference, or how a name begins; ${FOUND_MAX} of a kind at most`,
  request: z.strictObject({ text: text(254), kind: z.optional(z.enum(SEARCH_KINDS)) }),
  response: z.object({
    items: z.array(
      z.object({
        kind: z.enum(SEARCH_KINDS),
        id: z.string(),
        says: z.string(),
        customer_id: z.optional(z.nullable(id)),
      }),
    ),
  }),
  refusals: [],
})

export const listVerbs = staffCall({
  name: 'list-verbs',
  kind: 'read',
  area: 'proposals',
  roles: STAFF_ROLES,
  summary: 'Every verb with the roles that may use it',
  request: z.strictObject({}),
  response: z.array(z.object({ name: z.string(), summary: z.string(), roles: z.array(z.enum(STAFF_ROLES)) })),
  refusals: [],
})
