import { planConversions } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../../route.ts'
import { conversionsOfPlan } from './list-plan-events.ts'

export const planConversionsRoute = customerRoute(planConversions, (input, caller, { services }) =>
  conversionsOfPlan(services, caller.customer_id, input),
)
