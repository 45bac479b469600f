import { Refusal } from '../../../lib/refusal.ts'
import type { ProposalRecord } from '../repository.ts'

/** The refusal of whoever comes second to a proposal: who decided it, how and when. */
export function decided(proposal: ProposalRecord | undefined): Refusal {
  const { status: verdict = null, checker_username = null, decided_at = null } = proposal ?? {}
  return new Refusal('proposal_decided', {
    values: { username: checker_username ?? '–', at: decided_at?.toISOString() ?? '–' },
    data: { decided: { verdict, checker_username, decided_at } },
  })
}
