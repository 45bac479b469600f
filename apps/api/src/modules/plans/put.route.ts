import type { InputOf } from '@adtally/contract/call.ts'
import { planPut } from '@adtally/contract/plans.ts'
import { Refusal } from '../refusal.ts'
import { customerRoute } from '../route.ts'
import type { Services } from '../services.ts'
import { placePlan } from './place-plan.ts'
import type { PlacingOrigin } from './placing-origin.ts'
import { partsAsked } from './placing-rules.ts'
import { presentPlacing } from './presenter.ts'

/** `POST /plan/order/put`. */
export const planPutRoute = customerRoute(
  planPut,
  async (input, { customer_id }, { services, time_zone }) => {
    const { request_id, product_id, amount, coupon, startup_amount = 0n, duration_days } = input
    const parts = partsAsked(amount, coupon?.worth ?? 0n, startup_amount)
    if (!parts)
      throw new Refusal('field_invalid', { field: startup_amount > 0n ? 'startup_amount' : 'coupon' })
    const origins = couponOrigins(services, coupon)
    const request = { request_id, product_id, parts, duration_days, origins, time_zone }
    return presentPlacing(await placePlan(services, customer_id, request))
  },
)

function couponOrigins(services: Services, coupon: InputOf<typeof planPut>['coupon']): PlacingOrigin[] {
  if (!coupon) return []
  const kind = services.plans.coupon_origin
  if (!kind) throw new Refusal('coupon_not_found', { field: 'coupon' })
  return [{ kind, subject_id: coupon.coupon_id }]
}
