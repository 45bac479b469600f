import { planConversions } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../../route.ts'
import { conversionsOfPlan } from './list-plan-events.ts'

/** A plan's conversions, each with what became of it. */
export const planConversionsRoute = customerRoute(planConversions, (input, caller, { services }) =>
  conversionsOfPlan(services, caller.customer_id, input),
)
