import { cancelJob } from '../../database/jobs.ts'
import * as audit from '../audit/index.ts'
import type { ApprovedAct, Staff } from '../module.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { PROPOSAL_EXPIRY } from './proposal-ended.ts'
import { findProposal, insertApproval, isShutOut } from './repository.ts'
import { approvalRefusal } from './rules.ts'

/** A second person's yes. */
export interface Approval {
  proposal_id: string
  /** Who approves. */
  staff: Staff
  /** The hash that the checker saw, to approve that and nothing else. */
  payload_hash?: string | undefined
}

/** What an approval did. */
export interface Approved {
  proposal_id: string
  action: string
  /** What the act's `apply` returned. */
  outcome: unknown
}

/**
 * Approves a proposal and applies its act, in one transaction; both names go to the audit log, as the database knows them. `acts`: every
 * module's. Throws `proposal_not_found`, `four_eyes` (maker and checker are one), `staff_role_missing`,
 * `proposal_decided`, `proposal_expired`, `proposal_maker_disabled`, `proposal_changed` (its payload, since it was
 * proposed), `state_conflict` (no module has its action), or what the act refuses; the proposal then stays as it was.
 */
export async function approve(
  services: Services,
  acts: readonly ApprovedAct[],
  approval: Approval,
): Promise<Approved> {
  const { proposal_id, staff } = approval
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const proposal = await findProposal(tx, proposal_id)
    if (!proposal) throw new Refusal('proposal_not_found', { field: 'proposal_id' })
    const act = acts.find(({ action }) => action === proposal.action)
    if (!act) throw new Refusal('state_conflict', { field: 'action' })
    if (approval.payload_hash !== undefined && approval.payload_hash !== proposal.payload_hash) {
      throw new Refusal('proposal_changed', { field: 'payload_hash' })
    }
    const recorded = await audit.findDetailsOfProposal(tx, `${proposal.action}.proposed`, proposal_id)
    const payload_hash_recorded = typeof recorded?.payload_hash === 'string' ? recorded.payload_hash : null
    const maker_is_disabled = await isShutOut(tx, proposal.maker.staff_id)
    const decidable = { ...proposal, maker_is_disabled }
    const reason = approvalRefusal(decidable, act, staff, payload_hash_recorded)
    if (reason) throw new Refusal(reason)
    if (!(await insertApproval(tx, staff.session_token, proposal_id))) throw new Refusal('proposal_decided')
    await cancelJob(tx, PROPOSAL_EXPIRY, proposal_id)
    const outcome = await act.apply(services, tx, proposal.payload, {
      maker: proposal.maker,
      checker: staff,
      proposal_id,
    })
    return { proposal_id, action: proposal.action, outcome }
  })
}
