import { userVip, vipCancel, vipOpen } from '@adtally/contract/money/vip.ts'
import { customerRoute } from '../route.ts'
import { cancelVip } from './cancel-vip.ts'
import { openVip } from './open-vip.ts'
import { listVip, vipMonthOf } from './read-vip.ts'

/** `GET /user/vip`. */
export const userVipRoute = customerRoute(userVip, (input, { customer_id }, { services }) =>
  listVip(services, customer_id, input),
)

/** `POST /user/vip/open`. */
export const vipOpenRoute = customerRoute(vipOpen, async (input, { customer_id }, { services }) =>
  vipMonthOf(services, customer_id, await openVip(services, customer_id, input)),
)

/** `POST /user/vip/cancel`. */
export const vipCancelRoute = customerRoute(vipCancel, async ({ vip_id }, { customer_id }, { services }) => {
  await cancelVip(services, customer_id, vip_id)
  return await vipMonthOf(services, customer_id, vip_id)
})
