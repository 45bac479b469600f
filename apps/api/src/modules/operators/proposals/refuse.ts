import { cancelJob } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { ApprovedAct, Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { findProposal } from '../repository.ts'
import { endingRefusal } from '../rules.ts'
import { decided } from './decided.ts'
import { insertEnd } from './decisions.repository.ts'
import { PROPOSAL_EXPIRY, publishEnd } from './proposal-ended.ts'

export interface ProposalRefusal {
  proposal_id: string
  staff: Staff
  /** Why, in words that the customer may read. */
  reason: string
}

/**
 * Ends a proposal for good: a checker refuses it or its maker withdraws it. `PROPOSAL_ENDED` tells other modules.
 * Throws `proposal_not_found`, `staff_role_missing`, `proposal_decided`, `proposal_expired`, or `state_conflict` if
 * no module has its action.
 */
export async function refuse(
  services: Services,
  acts: readonly ApprovedAct[],
  { proposal_id, staff, reason }: ProposalRefusal,
): Promise<{ proposal_id: string; action: string; verdict: 'refused' | 'withdrawn' }> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const proposal = await findProposal(tx, proposal_id)
    if (!proposal) throw new Refusal('proposal_not_found', { field: 'proposal_id' })
    const { action } = proposal
    const act = acts.find((known) => known.action === action)
    if (!act) throw new Refusal('state_conflict', { field: 'action' })
    const refusal = endingRefusal(proposal, act, staff)
    if (refusal) throw refusal === 'proposal_decided' ? decided(proposal) : new Refusal(refusal)
    const verdict = await insertEnd(tx, staff.session_token, { proposal_id, reason })
    if (verdict === null) throw decided(await findProposal(tx, proposal_id))
    await cancelJob(tx, PROPOSAL_EXPIRY, proposal_id)
    await publishEnd(tx, proposal, verdict)
    return { proposal_id, action, verdict }
  })
}
