import { planDays } from '@adtally/contract/plans/plan-days.ts'
import { customerRoute } from '../route.ts'
import { readPlanDays } from './plan-days.ts'
import { zoneOf } from './request-zone.ts'

/** A placed plan by day. */
export const planDaysRoute = customerRoute(planDays, ({ plan_id, user_time_zone }, caller, context) =>
  readPlanDays(context.services, caller.customer_id, plan_id, zoneOf(user_time_zone, context)),
)
