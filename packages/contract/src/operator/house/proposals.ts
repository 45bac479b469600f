import * as z from 'zod/mini'
import { STAFF_ROLES } from '../../enums.ts'
import { id, pageOf, text, time } from '../../fields.ts'
import type { Reason } from '../../reasons.ts'
import { listFlags, reasonText } from '../statement/fields.ts'
import { staffCall } from '../statement/staff-call.ts'

/** The maker withdraws; another decision supersedes by making it pointless; the other ends take a second person. */
export const PROPOSAL_ENDS = ['approved', 'refused', 'withdrawn', 'superseded'] as const
export type ProposalEnd = (typeof PROPOSAL_ENDS)[number]

/** `open` until it is decided or seven days have passed. */
export const PROPOSAL_STATUSES = ['open', 'expired', ...PROPOSAL_ENDS] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** Everybody who may change something; each act narrows this down to its checkers. */
const CHECKING_ROLES = STAFF_ROLES.filter((role) => role !== 'auditor')

const factsByName = z.record(z.string(), z.string())

/** What somebody who decides is told: what is done in a sentence, what is there before and after, what is booked. */
const seenFacts = {
  says: z.string(),
  before: factsByName,
  after: factsByName,
  /** One sentence a booking; null where it was never tried, as when the program proposes. */
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

/** `approve`, which refuses for all the reasons for which some act's approval does: `of_acts`. */
export function approving(of_acts: readonly Reason[]) {
  return staffCall({
    name: 'approve',
    kind: 'act',
    area: 'proposals',
    roles: CHECKING_ROLES,
    proof: 'fresh',
    touches: 'customer',
    may_rest: 'live',
    summary: 'Approve and carry out another person’s proposal, as long as what it says is so',
    note: 'facts_hash, which show-proposal answers, approves what was seen there instead',
    request: z.strictObject({ proposal_id: id, facts_hash: z.optional(z.string()) }),
    response: z.object({
      ...seenFacts,
      proposal_id: id,
      action: z.string(),
      /** What the act answers. */
      outcome: z.unknown(),
      /** Proposals that the approval made pointless and that have ended. */
      superseded: z.array(id),
    }),
    refusals: [
      ...new Set<Reason>([
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
        ...of_acts,
      ]),
    ],
  })
}

export const refuseProposal = staffCall({
  name: 'refuse-proposal',
  kind: 'act',
  area: 'proposals',
  roles: CHECKING_ROLES,
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
  may_rest: 'live',
  summary:
    'What a proposal is, what was there when it was proposed, and while it is open what it would do now, with the hash to approve just that',
  request: z.strictObject({ proposal_id: id }),
  response: z.object({
    ...proposal,
    /** While it is open: whether what was there when it was proposed still is. */
    is_as_proposed: z.optional(z.boolean()),
    now: z.optional(z.object(seenFacts)),
    facts_hash: z.optional(z.string()),
    /** Why it can't be approved as things are. */
    refused_now: z.optional(z.string()),
  }),
  refusals: ['proposal_not_found'],
})

export const listProposals = staffCall({
  name: 'list-proposals',
  kind: 'read',
  area: 'proposals',
  roles: STAFF_ROLES,
  may_rest: 'live',
  summary: 'Proposals that wait for a second person, the first to expire first',
  note: 'all lists those decided or expired, too, the newest first',
  request: z.strictObject({ ...listFlags, all: z.optional(z.boolean()) }),
  response: pageOf(z.object(proposal)),
  refusals: [],
})

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
