import { assistanceList, draftConfirm } from '@adtally/contract/follow.ts'
import { planList } from '@adtally/contract/plans.ts'
import { property, transactionFlowList } from '@adtally/contract/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { readAgain } from '../../../lib/read-again.ts'
import { useIntention } from '../../../lib/use-intention.ts'

const MOVED = [assistanceList, planList, property, transactionFlowList]

/** What a draft can be confirmed with. */
export function availableQuery() {
  return callQuery(property, {})
}

/**
 * Places a plan from a draft with an amount of one's own; the same amount keeps its `request_id` however often it is
 * tried. The sheet says every refusal itself.
 */
export function useConfirmDraft() {
  const client = useQueryClient()
  const intention = useIntention()
  return useMutation({
    mutationFn: (input: { draft_id: string; amount: string }) =>
      request(draftConfirm, { ...input, request_id: intention.requestId(input) }),
    meta: { handlesErrors: true },
    onSuccess: intention.done,
    onSettled: () => readAgain(client, MOVED),
  })
}
