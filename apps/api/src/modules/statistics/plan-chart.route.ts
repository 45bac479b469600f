import { planChart } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../route.ts'
import { readPlanChart } from './plan-page.ts'

/** Spend and revenue of a plan over its life. */
export const planChartRoute = customerRoute(planChart, ({ plan_id }, caller, { services }) =>
  readPlanChart(services, caller.customer_id, plan_id),
)
