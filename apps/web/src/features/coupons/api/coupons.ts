import type { OutputOf } from '@adtally/contract/call.ts'
import { type CouponTab, userCouponList } from '@adtally/contract/money/coupons.ts'
import { pagedQuery } from '../../../lib/call-query.ts'

export type Coupon = OutputOf<typeof userCouponList>['items'][number]

/** One tab of the customer's coupons, page by page. */
export function couponsQuery(state: CouponTab) {
  return pagedQuery(userCouponList, { state })
}
