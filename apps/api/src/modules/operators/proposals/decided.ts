import { Refusal } from '../../../lib/refusal.ts'
import type { ProposalRecord } from '../repository.ts'

/** The refusal of whoever comes second to a proposal: who decided it, how and when. */
export function decided(proposal: ProposalRecord | undefined): Refusal {
  const { status: verdict = null, checker_username = null, decided_at = null } = proposal ?? {}
  return new Refusal('proposal_decided', {
    values: { username: checker_username ?? '–', at: decided_at ? minuteOf(decided_at) : '–' },
    data: { decided: { verdict, checker_username, decided_at } },
  })
}

/** As people read a moment in a sentence: `2026-11-30 16:05 UTC`. */
function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
