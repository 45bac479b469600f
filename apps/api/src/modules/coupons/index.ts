import type { Module } from '../module.ts'
import { setCouponOrigin } from '../plans/index.ts'
import { couponsAhead } from './ahead.repository.ts'
import { archive } from './archive.ts'
import { COUPON_CAUSE } from './coupon-cause.ts'
import {
  activityListRoute,
  userCouponListRoute,
  userCouponReceiveRoute,
  userCouponUsableRoute,
} from './coupons.route.ts'
import { couponExpiryJob } from './expire.job.ts'
import { giveBackSubscription } from './give-back.ts'
import { couponIssueAct, issueCouponVerb } from './issue-coupon.ts'
import { createOfferVerb, offerCreateAct } from './offers/create-offer.ts'
import { teamSubscription } from './offers/issue-team.ts'
import { offerVerbs } from './offers/offer-verbs.ts'
import { couponRevokeAct, revokeCouponVerb } from './revoke-coupon.ts'
import type {} from './tables.ts'
import { couponFigures } from './told-figures.ts'
import { COUPON_ORIGIN } from './use-coupon.ts'

export { receiveCoupon } from './receive-coupon.ts'
export { COUPON_ORIGIN } from './use-coupon.ts'

/** Coupon offers, activities that customers claim from, customers' coupons and what they do to a plan. */
export const couponsModule: Module = {
  name: 'coupons',
  archive,
  ahead: (_services, tx, whose) => couponsAhead(tx, whose),
  routes: [userCouponListRoute, userCouponUsableRoute, activityListRoute, userCouponReceiveRoute],
  verbs: [createOfferVerb, issueCouponVerb, revokeCouponVerb, ...offerVerbs],
  approved_acts: [offerCreateAct, couponIssueAct, couponRevokeAct],
  jobs: [couponExpiryJob],
  subscriptions: [teamSubscription, giveBackSubscription],
  create: async (services) => {
    setCouponOrigin(services, COUPON_ORIGIN)
    services.causes.add(COUPON_CAUSE)
    services.content.figure_sources.push(couponFigures)
  },
}
