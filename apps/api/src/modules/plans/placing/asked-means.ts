import type { InputOf } from '@adtally/contract/call.ts'
import type { planPut } from '@adtally/contract/plans/plans.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import type { PlacingRequest } from './place-plan.ts'
import { partsAsked } from './placing-rules.ts'

/**
 * A call's means of payment and coupon. Throws `field_invalid` if coupon and startup funds exceed the plan's amount.
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
