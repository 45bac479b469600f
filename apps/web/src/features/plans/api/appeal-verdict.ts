import { planInvalid, planInvalidAppeal } from '@adtally/contract/plans/plans.ts'
import { request } from '../../../lib/api.ts'
import { useActOnce } from '../../../lib/use-act.ts'

/** Appeals against what a rule of invalid traffic took back, once however often it is tried. */
export function useAppealVerdict() {
  const send = (request_id: string, appeal: { plan_id: string; event_id: string; grounds: string }) =>
    request(planInvalidAppeal, { request_id, ...appeal })
  return useActOnce('appeal-verdict', send, [planInvalid], { handlesErrors: true })
}
