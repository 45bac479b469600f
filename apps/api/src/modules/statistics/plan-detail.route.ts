import { planDetail } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../route.ts'
import { readPlanPage } from './plan-page.ts'

/** A placed plan, with everything behind its figures. */
export const planDetailRoute = customerRoute(planDetail, ({ plan_id }, caller, { services }) =>
  readPlanPage(services, caller.customer_id, plan_id),
)
