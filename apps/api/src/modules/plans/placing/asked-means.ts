import type { InputOf } from '@adtally/contract/call.ts'
import type { planPut } from '@adtally/contract/plans/plans.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import type { PlacingRequest } from './place-plan.ts'
import { partsAsked } from './placing-rules.ts'

/**
 * What a plan is to be paid with, and the coupon that it is placed from, as a call asks for it. Throws `field_invalid`
 * where coupon and startup funds come to more than the plan.
 */
export function askedMeans(
  services: Services,
  {
    amount,
    coupon,
    startup_amount = 0n,
  }: Pick<InputOf<typeof planPut>, 'amount' | 'coupon' | 'startup_amount'>,
): Required<Pick<PlacingRequest, 'parts' | 'origins'>> {
  const parts = partsAsked(amount, coupon?.worth ?? 0n, startup_amount)
  if (!parts) throw new Refusal('field_invalid', { field: startup_amount > 0n ? 'startup_amount' : 'coupon' })
  if (!coupon) return { parts, origins: [] }
  return { parts, origins: [{ kind: services.plans.coupon_origin, subject_id: coupon.coupon_id }] }
}
