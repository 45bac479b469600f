import type { Transaction } from '../../../database/database.ts'
import { publish } from '../../../database/outbox.ts'
import type { JobHandler } from '../../module.ts'
import { findExpired, type ProposalRecord } from '../repository.ts'

/** Published when a proposal ends without its act; the maker's module puts its subject back where it was. */
export const PROPOSAL_ENDED = 'operators.proposal_ended'

/** What `PROPOSAL_ENDED` carries. */
export interface ProposalEnded {
  proposal_id: string
  action: string
  subject_kind: string
  subject_id: string
  how: 'refused' | 'withdrawn' | 'superseded' | 'expired'
}

/** The deadline of every proposal. */
export const PROPOSAL_EXPIRY = 'operators.proposal_expiry'

/** Tells other modules that nothing comes of a proposal. */
export async function publishEnd(
  tx: Transaction,
  proposal: Pick<ProposalRecord, 'proposal_id' | 'action' | 'subject_kind' | 'subject_id'>,
  how: ProposalEnded['how'],
): Promise<void> {
  const { proposal_id, action, subject_kind, subject_id } = proposal
  const ended: ProposalEnded = { proposal_id, action, subject_kind, subject_id, how }
  await publish(tx, PROPOSAL_ENDED, ended, proposal_id)
}

/** Tells of a proposal that nobody decided in seven days. */
export const proposalExpiryJob: JobHandler = {
  kind: PROPOSAL_EXPIRY,
  run: async (_services, tx, { subject_id }) => {
    const proposal = await findExpired(tx, subject_id)
    if (proposal) await publishEnd(tx, proposal, 'expired')
  },
}
