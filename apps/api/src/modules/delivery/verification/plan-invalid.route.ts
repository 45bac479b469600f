import { planInvalid } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../../route.ts'
import { invalidOfPlan } from './list-plan-events.ts'

export const planInvalidRoute = customerRoute(planInvalid, (input, caller, { services }) =>
  invalidOfPlan(services, caller.customer_id, input),
)
