import type { RequestOf } from '@adtally/contract/call.ts'
import { draftConfirm } from '@adtally/contract/plans/follow.ts'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { request } from '../../../lib/api.ts'
import { useAct } from '../../../lib/use-act.ts'
import { MOVED_BY_PLANS } from './moved.ts'

/** Places a plan, the customer's own or after a leader's; the page shows each refusal beside what it is about. */
export function usePlacePlan() {
  const place = async (input: RequestOf<typeof planPut> | RequestOf<typeof draftConfirm>) =>
    'draft_id' in input ? await request(draftConfirm, input) : await request(planPut, input)
  return useAct(place, MOVED_BY_PLANS, { handlesErrors: true })
}
