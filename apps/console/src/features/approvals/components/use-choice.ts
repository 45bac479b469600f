import { microsOf } from '@adtally/client/signed-amount.ts'
import { TOGETHER_MAX } from '@adtally/contract/operator/house/proposals.ts'
import { formatAmount, total } from '@adtally/money/money.ts'
import { useState } from 'react'
import type { Proposal } from '../api/approval-calls.ts'

/** The proposals chosen to be approved together: of one action, and not more than the call takes. */
export interface Choice {
  chosen: readonly Proposal[]
  /** Of all chosen, in major units; null where they are about no money. */
  sum: string | null
  isChosen(proposal: Proposal): boolean
  isPossible(proposal: Proposal): boolean
  choose(proposal: Proposal, is_chosen: boolean): void
  clear(): void
}

/** Begins with none chosen. */
export function useChoice(): Choice {
  const [chosen, setChosen] = useState<readonly Proposal[]>([])
  const isChosen = ({ proposal_id }: Proposal) => chosen.some((one) => one.proposal_id === proposal_id)
  const sums = chosen.flatMap(({ sum }) => (sum === null ? [] : [microsOf(sum)]))
  return {
    chosen,
    sum: sums.length === 0 ? null : formatAmount(total(sums)),
    isChosen,
    isPossible: (proposal) =>
      isChosen(proposal) ||
      (proposal.hindrance === null &&
        !proposal.shows_once &&
        chosen.length < TOGETHER_MAX &&
        (chosen[0] === undefined || chosen[0].action === proposal.action)),
    choose(proposal, is_chosen) {
      const others = chosen.filter(({ proposal_id }) => proposal_id !== proposal.proposal_id)
      setChosen(is_chosen ? [...others, proposal] : others)
    },
    clear: () => setChosen([]),
  }
}
