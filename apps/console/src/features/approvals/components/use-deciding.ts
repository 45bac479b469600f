import { ApiError, ConnectionError } from '@adtally/client/api-error.ts'
import { readAgain } from '@adtally/client/read-again.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '../../../lib/error-text.ts'
import { PersonLeft } from '../../../lib/session.ts'
import { approveSeen, PROPOSAL_READS, refuseOne, type ShownProposal } from '../api/approval-calls.ts'

/** What became of a decision. `unknown`: no reply came, and the same asked for again settles it. */
export type Decision =
  | { is: 'open' | 'sending' | 'changed' }
  | { is: 'fault'; message: string }
  | { is: 'unknown'; askAgain(): void }
  | { is: 'approved'; outcome: unknown }
  | { is: 'refused' | 'withdrawn' }

/** Deciding about a proposal as it is on the screen. */
export interface Deciding {
  decision: Decision
  approve(): void
  refuse(reason: string): void
}

/** Decides about `proposal`, by the digests of what is shown of it. */
export function useDeciding(proposal: ShownProposal): Deciding {
  const [decision, setDecision] = useState<Decision>({ is: 'open' })
  const errorText = useErrorText()
  const client = useQueryClient()
  const { proposal_id, payload_hash, now } = proposal

  const send = async (work: () => Promise<Decision>) => {
    setDecision({ is: 'sending' })
    try {
      setDecision(await work())
    } catch (error) {
      if (error instanceof PersonLeft) return
      const is_changed = error instanceof ApiError && error.reason === 'proposal_changed'
      if (is_changed) setDecision({ is: 'changed' })
      // By the digests that were sent: the proposal may show others by then.
      else if (error instanceof ConnectionError)
        setDecision({ is: 'unknown', askAgain: () => void send(work) })
      else setDecision({ is: 'fault', message: errorText(error) })
    }
    // The row as it now is, whatever came of it.
    readAgain(client, PROPOSAL_READS)
  }

  return {
    decision,
    approve: () => {
      const facts_hash = now?.facts_hash ?? proposal.facts_hash
      void send(async () => {
        const { outcome } = await approveSeen({ proposal_id, payload_hash, facts_hash })
        return { is: 'approved', outcome }
      })
    },
    refuse: (reason) =>
      void send(async () => {
        const { verdict } = await refuseOne(proposal_id, reason)
        return { is: verdict }
      }),
  }
}
