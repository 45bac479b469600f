import { id } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { type ApprovedAct, type Staff, type StaffVerb, staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { approve } from './approve.ts'
import { areSame, factsHash } from './facts.ts'
import { refuse } from './refuse.ts'
import { findProposal, listProposals, type ProposalRecord } from './repository.ts'
import { CHECKING_ROLES, EVERY_ROLE, readablePayload } from './rules.ts'
import { reasonText } from './staff-fields.ts'
import { tryOut } from './try-out.ts'

const LISTED_MAX = 200

/** `approve`, `refuse-proposal` and `show-proposal`, for the acts of every module. */
export function decisionVerbs(acts: readonly ApprovedAct[]): StaffVerb[] {
  return [
    staffVerb({
      name: 'approve',
      summary:
        "Approve and carry out another person's proposal, as long as what it says is so; --facts-hash (of show-proposal) approves what you have seen there instead",
      roles: CHECKING_ROLES,
      input: z.strictObject({ proposal_id: id, facts_hash: z.optional(z.string()) }),
      run: (services, staff, input) => approve(services, acts, { ...input, staff }),
    }),
    staffVerb({
      name: 'refuse-proposal',
      summary: "Refuse another person's proposal, or withdraw your own",
      roles: CHECKING_ROLES,
      input: z.strictObject({ proposal_id: id, reason: reasonText }),
      run: (services, staff, input) => refuse(services, acts, { ...input, staff }),
    }),
    staffVerb({
      name: 'show-proposal',
      summary:
        'What a proposal is, what was there when it was proposed, and while it is open what it would do now, with the hash to approve just that',
      roles: EVERY_ROLE,
      input: z.strictObject({ proposal_id: id }),
      run: (services, staff, { proposal_id }) => showProposal(services, acts, staff, proposal_id),
    }),
  ]
}

/** Throws `proposal_not_found`. */
async function showProposal(
  services: Services,
  acts: readonly ApprovedAct[],
  { session_token }: Staff,
  proposal_id: string,
): Promise<unknown> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const proposal = await findProposal(tx, proposal_id)
    if (!proposal) throw new Refusal('proposal_not_found', { field: 'proposal_id' })
    const shown = presentProposal(proposal)
    const act = acts.find(({ action }) => action === proposal.action)
    if (!act || proposal.status !== 'open') return shown
    try {
      const now = await tryOut(services, tx, { act, session_token, tried: proposal })
      const facts_hash = factsHash(proposal.payload_hash, now)
      return { ...shown, is_as_proposed: areSame(proposal.facts, now), now, facts_hash }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ...shown, is_as_proposed: false, refused_now: error.reason }
    }
  })
}

function presentProposal({ maker, payload, facts, ...proposal }: ProposalRecord) {
  return { ...facts, ...proposal, maker: maker.username, payload: readablePayload(payload) }
}

/** `list-proposals`. */
export const listProposalsVerb = staffVerb({
  name: 'list-proposals',
  summary: 'Proposals that wait for a second person; --all also those decided or expired',
  roles: EVERY_ROLE,
  input: z.strictObject({ all: z.optional(z.boolean()) }),
  run: async ({ database }, _staff, { all = false }) => {
    const proposals = await database.transaction({ kind: 'system' }, (tx) =>
      listProposals(tx, { open_only: !all, limit: LISTED_MAX }),
    )
    return proposals.map(presentProposal)
  },
})
