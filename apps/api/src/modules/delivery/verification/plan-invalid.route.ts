import { planInvalid } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../../route.ts'
import { invalidOfPlan } from './list-plan-events.ts'

/** A plan's invalid traffic: rule, version, what was taken back and given back. */
export const planInvalidRoute = customerRoute(planInvalid, (input, caller, { services }) =>
  invalidOfPlan(services, caller.customer_id, input),
)
