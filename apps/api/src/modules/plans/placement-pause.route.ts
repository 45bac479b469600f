import { planPlacementPause } from '@adtally/contract/plan-placements.ts'
import { customerRoute } from '../route.ts'
import { pausePlacement } from './pause-placement.ts'
import { planCardOf } from './plan-cards.ts'

/** `POST /plan/order/placement/pause`. */
export const planPlacementPauseRoute = customerRoute(
  planPlacementPause,
  async (input, { customer_id }, { services }) => {
    await pausePlacement(services, customer_id, input)
    return await planCardOf(services, customer_id, input.plan_id)
  },
)
