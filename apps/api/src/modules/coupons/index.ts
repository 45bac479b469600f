import type { Module } from '../module.ts'
import { couponsAhead } from './ahead.repository.ts'
import { archive } from './archive.ts'
import {
  activityListRoute,
  userCouponListRoute,
  userCouponReceiveRoute,
  userCouponUsableRoute,
} from './coupons.route.ts'
import { couponExpiryJob } from './expire.job.ts'
import { giveBackSubscription } from './give-back.ts'
import { issueCouponVerb } from './issue-coupon.ts'
import { createOfferVerb } from './offers/create-offer.ts'
import { teamSubscription } from './offers/issue-team.ts'
import { offerVerbs } from './offers/offer-verbs.ts'
import { revokeCouponVerb } from './revoke-coupon.ts'
import type {} from './tables.ts'

export { COUPON_CAUSE } from './coupon-cause.ts'
export { countUnused as countUnusedCoupons } from './coupons.repository.ts'
export { receiveCoupon } from './receive-coupon.ts'
export { couponFigures } from './told-figures.ts'
export { COUPON_ORIGIN } from './use-coupon.ts'

/** Coupon offers, activities that customers claim from, customers' coupons and their effect on plans. */
export const couponsModule: Module = {
  name: 'coupons',
  archive,
  ahead: (_services, tx, whose) => couponsAhead(tx, whose),
  routes: [userCouponListRoute, userCouponUsableRoute, activityListRoute, userCouponReceiveRoute],
  verbs: [createOfferVerb, issueCouponVerb, revokeCouponVerb, ...offerVerbs],
  jobs: [couponExpiryJob],
  subscriptions: [teamSubscription, giveBackSubscription],
}
