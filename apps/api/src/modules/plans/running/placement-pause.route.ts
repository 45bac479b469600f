import { planPlacementPause } from '@adtally/contract/plans/plan-placements.ts'
import { customerRoute } from '../../route.ts'
import { planCardOf } from '../reading/plan-cards.ts'
import { pausePlacement } from './pause-placement.ts'

/** `POST /plan/order/placement/pause`. */
export const planPlacementPauseRoute = customerRoute(
  planPlacementPause,
  async (input, { customer_id }, { services }) => {
    await pausePlacement(services, customer_id, input)
    return await planCardOf(services, customer_id, input.plan_id)
  },
)
