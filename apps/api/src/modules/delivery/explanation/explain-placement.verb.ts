import { id } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { staffVerb } from '../../module.ts'
import { TARGETING_STEPS } from '../decisions/targeting.ts'
import { visitAsked, visitFields } from './asked-visit.ts'
import { type ExplainedPlan, explainDecision } from './explain-decision.ts'

/**
 * What a publisher is told of where plans fell, in the order of a plan's way: what concerns its own placement, the visitor
 * and the device by their names; what only concerns others' plans and products, by one word, and what plans may spend as
 * no-fill reasons have it.
 */
const PUBLISHERS_STEPS = [
  'not_offered',
  'placement_closed',
  'placement_country',
  'push',
  'format',
  'category',
  'blocked',
  ...TARGETING_STEPS,
  'bid_format',
  'bid_blocked',
  'bid_floor',
  'device_cap',
  'budget',
  'pace',
] as const
type PublishersStep = (typeof PUBLISHERS_STEPS)[number]

/**
 * `explain-placement`: the same for a publisher, who is told of a placement of their own alone, how many plans fell at each
 * step, and of no plan whose it is. As publishers have no sign-in yet, staff run it for one.
 */
export const explainPlacementVerb = staffVerb({
  name: 'explain-placement',
  summary:
    'For a publisher, why how many plans could or could not be shown on a placement of theirs, without telling whose: --publisher-id, --placement (key or id), and the visitor as explain-decision has it',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  input: z.strictObject({ publisher_id: id, ...visitFields }),
  run: async (services, _staff, { publisher_id, placement, ...visit }) => {
    const asked = { placement, publisher_id, ...visitAsked(services, visit) }
    const { plans, placement_id, at, visitor, country_database } = await explainDecision(services, asked)
    return { placement_id, at, visitor, country_database, ...countedSteps(plans) }
  },
})

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
