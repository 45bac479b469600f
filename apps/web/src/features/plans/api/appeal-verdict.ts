import { planInvalid, planInvalidAppeal, planInvalidAppealable } from '@adtally/contract/plans/plans.ts'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { useActOnce } from '../../../lib/use-act.ts'

/** Appeals against what a rule of invalid traffic took back, once however often it is tried. */
export function useAppealVerdict() {
  const send = (request_id: string, appeal: { plan_id: string; event_id: string; grounds: string }) =>
    request(planInvalidAppeal, { request_id, ...appeal })
  return useActOnce('appeal-verdict', send, [planInvalid], { handlesErrors: true })
}

/** How much an appeal against what took this event would be about. */
export function appealableQuery(against: { plan_id: string; event_id: string }) {
  return callQuery(planInvalidAppealable, against)
}
