import type { Transaction } from '../../../database/database.ts'
import { publish } from '../../../database/outbox.ts'
import type { JobHandler } from '../../module.ts'
import { findExpired, type ProposalRecord } from '../repository.ts'

/** Published when a proposal ends without its act; the module that made it then resets the subject. */
export const PROPOSAL_ENDED = 'operators.proposal_ended'

export interface ProposalEnded {
  proposal_id: string
  action: string
  subject_kind: string
  subject_id: string
  how: 'refused' | 'withdrawn' | 'superseded' | 'expired'
}

/** The job at a proposal's deadline. */
export const PROPOSAL_EXPIRY = 'operators.proposal_expiry'

/** Tells other modules that a proposal ended without its act. */
export async function publishEnd(
  tx: Transaction,
  proposal: Pick<ProposalRecord, 'proposal_id' | 'action' | 'subject_kind' | 'subject_id'>,
  how: ProposalEnded['how'],
): Promise<void> {
  const { proposal_id, action, subject_kind, subject_id } = proposal
  const ended: ProposalEnded = { proposal_id, action, subject_kind, subject_id, how }
  await publish(tx, PROPOSAL_ENDED, ended, proposal_id)
}

/** Tells other modules of a proposal that nobody decided within seven days. */
export const proposalExpiryJob: JobHandler = {
  kind: PROPOSAL_EXPIRY,
  run: async (_services, tx, { subject_id }) => {
    const proposal = await findExpired(tx, subject_id)
    if (proposal) await publishEnd(tx, proposal, 'expired')
  },
}
