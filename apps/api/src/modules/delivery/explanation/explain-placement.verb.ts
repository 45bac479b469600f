import {
  explainPlacement,
  PUBLISHERS_STEPS,
  type PublishersStep,
} from '@adtally/contract/operator/market/delivery.ts'
import { staffVerb } from '../../module.ts'
import { visitAsked } from './asked-visit.ts'
import { type ExplainedPlan, explainDecision } from './explain-decision.ts'

/**
 * `explain-placement`: the same for a publisher, who is told of a placement of their own alone, how many plans fell at each
 * step, and of no plan whose it is. Staff run it for one who asks.
 */
export const explainPlacementVerb = staffVerb(
  explainPlacement,
  async (services, _staff, { publisher_id, placement, ...visit }) => {
    const asked = { placement, publisher_id, ...visitAsked(services, visit) }
    const { plans, placement_id, at, visitor, country_database } = await explainDecision(services, asked)
    return { placement_id, at, visitor, country_database, ...countedSteps(plans) }
  },
)

/** How many plans could be shown, and how many fell at each step that any fell at. */
export function countedSteps(plans: readonly Pick<ExplainedPlan, 'fell_at'>[]) {
  const counts = new Map<PublishersStep, number>()
  let could_be_shown = 0
  for (const { fell_at } of plans) {
    if (fell_at === null) could_be_shown += 1
    else {
      const step = PUBLISHERS_STEPS.find((one) => one === fell_at) ?? 'not_offered'
      counts.set(step, (counts.get(step) ?? 0) + 1)
    }
  }
  return {
    plans_in_all: plans.length,
    could_be_shown,
    fell: PUBLISHERS_STEPS.flatMap((step) => {
      const count = counts.get(step)
      return count === undefined ? [] : [{ step, plans: count }]
    }),
  }
}
