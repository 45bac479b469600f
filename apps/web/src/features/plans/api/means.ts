import type { OutputOf } from '@adtally/contract/call.ts'
import { userCouponList, userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../lib/call-query.ts'
import { propertyQuery } from '../../../lib/figures/property-query.ts'

/** A coupon and how much of a plan it would pay. */
export type UsableCoupon = OutputOf<typeof userCouponUsable>['items'][number]

/** Unused coupons with what each would pay of a plan of this amount, soonest to expire first. */
export function usableCouponsQuery(product_id: string, amount: string) {
  return callQuery(userCouponUsable, { product_id, amount, limit: '100' })
}

/** Whether the customer can pay a plan with anything but cash: a coupon or startup funds. */
export function useHasMeans(): boolean {
  const coupons = useQuery(callQuery(userCouponList, { state: 'unused', limit: '1' }))
  const startup_funds = useQuery(propertyQuery()).data?.startup_funds ?? ''
  return (coupons.data?.items.length ?? 0) > 0 || /[1-9]/.test(startup_funds)
}
