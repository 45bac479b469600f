import type { RequestOf } from '@adtally/contract/call.ts'
import { draftConfirm } from '@adtally/contract/plans/follow.ts'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { readPlansAgain } from './read-again.ts'

/** Places a plan, the customer's own or after a leader's; the page shows each refusal beside what it is about. */
export function usePlacePlan() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestOf<typeof planPut> | RequestOf<typeof draftConfirm>) =>
      'draft_id' in input ? request(draftConfirm, input) : request(planPut, input),
    meta: { handlesErrors: true },
    onSettled: () => readPlansAgain(client),
  })
}
