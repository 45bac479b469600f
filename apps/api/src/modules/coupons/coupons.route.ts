import {
  activityList,
  userCouponList,
  userCouponReceive,
  userCouponUsable,
} from '@adtally/contract/money/coupons.ts'
import { customerRoute } from '../route.ts'
import { couponShown, listCoupons } from './list-coupons.ts'
import { listUsable } from './list-usable.ts'
import { listActivities } from './offers/list-activities.ts'
import { receiveCoupon } from './receive-coupon.ts'

export const userCouponListRoute = customerRoute(
  userCouponList,
  (input, { customer_id }, { services, language }) => listCoupons(services, customer_id, input, language),
)

export const userCouponUsableRoute = customerRoute(userCouponUsable, (input, { customer_id }, context) =>
  listUsable(context.services, customer_id, input, context),
)

export const activityListRoute = customerRoute(activityList, (input, { customer_id }, context) =>
  listActivities(context.services, customer_id, input, context),
)

export const userCouponReceiveRoute = customerRoute(
  userCouponReceive,
  async (input, { customer_id }, { services, language, time_zone }) =>
    couponShown(services, await receiveCoupon(services, customer_id, input, time_zone), language),
)
