import { listProposals, refuseProposal, showProposal } from '@adtally/contract/operator/house/proposals.ts'
import { approveProposal } from '@adtally/contract/operator/statement/staff-calls.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { type ApprovedAct, type Staff, type StaffVerb, staffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { listPage } from '../../staff-list.ts'
import { evidenceOfProposal } from '../evidence/evidence.repository.ts'
import {
  ANY_PROPOSAL_PLACE,
  allProposals,
  findProposal,
  OPEN_PROPOSAL_PLACE,
  openProposals,
  type ProposalRecord,
} from '../repository.ts'
import { readablePayload } from '../rules.ts'
import { tryOut } from '../sign-in/try-out.ts'
import { approve } from './approve.ts'
import { areSame, factsHash } from './facts.ts'
import { refuse } from './refuse.ts'

const LISTED_DEFAULT = 200

/** `approve`, `refuse-proposal` and `show-proposal`, for the acts of every module. */
export function decisionVerbs(acts: readonly ApprovedAct[]): StaffVerb[] {
  return [
    staffVerb(approveProposal, (services, staff, input) => approve(services, acts, { ...input, staff })),
    staffVerb(refuseProposal, (services, staff, input) => refuse(services, acts, { ...input, staff })),
    staffVerb(showProposal, (services, staff, { proposal_id }) =>
      lookedAt(services, acts, staff, proposal_id),
    ),
  ]
}

async function lookedAt(
  services: Services,
  acts: readonly ApprovedAct[],
  { session_token }: Staff,
  proposal_id: string,
) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const proposal = await findProposal(tx, proposal_id)
    if (!proposal) throw new Refusal('proposal_not_found', { field: 'proposal_id' })
    const shown = { ...presentProposal(proposal), evidence: await evidenceOfProposal(tx, proposal_id) }
    const act = acts.find(({ action }) => action === proposal.action)
    if (!act || proposal.status !== 'open') return shown
    // The database refuses to approve it, on trial too.
    if (proposal.maker_is_disabled)
      return { ...shown, is_as_proposed: false, refused_now: 'proposal_maker_disabled' }
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

export const listProposalsVerb = staffVerb(
  listProposals,
  async (services, _staff, { all = false, ...flags }) => {
    const limit_default = LISTED_DEFAULT
    const { items, next_cursor } = all
      ? await listPage(services, flags, { limit_default, parts: ANY_PROPOSAL_PLACE, read: allProposals })
      : await listPage(services, flags, { limit_default, parts: OPEN_PROPOSAL_PLACE, read: openProposals })
    return { items: items.map(presentProposal), next_cursor }
  },
)
