import { planCancel, planPause, planStop } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../../route.ts'
import { planCardOf } from '../reading/plan-cards.ts'
import { cancelPlan, pausePlan, stopPlan } from './end-plan.ts'

/** `POST /plan/order/cancel`. */
export const planCancelRoute = customerRoute(
  planCancel,
  async ({ plan_id }, { customer_id }, { services }) => {
    await cancelPlan(services, customer_id, plan_id)
    return await planCardOf(services, customer_id, plan_id)
  },
)

/** `POST /plan/order/stop`. */
export const planStopRoute = customerRoute(planStop, async ({ plan_id }, { customer_id }, { services }) => {
  await stopPlan(services, customer_id, plan_id)
  return await planCardOf(services, customer_id, plan_id)
})

/** `POST /plan/order/pause`. */
export const planPauseRoute = customerRoute(planPause, async (input, { customer_id }, { services }) => {
  await pausePlan(services, customer_id, input.plan_id, input.paused)
  return await planCardOf(services, customer_id, input.plan_id)
})
