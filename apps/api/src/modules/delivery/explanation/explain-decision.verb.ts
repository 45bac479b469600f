import { explainDecision as call } from '@adtally/contract/operator/market/delivery.ts'
import { staffVerb } from '../../module.ts'
import { visitAsked } from './asked-visit.ts'
import { explainDecision } from './explain-decision.ts'

const PLANS_SHOWN_MAX = 1_000

/** `explain-decision`: why each plan could or couldn't be shown to a visitor of a placement. */
export const explainDecisionVerb = staffVerb(call, async (services, _staff, { placement, ...visit }) => {
  const { plans, ...explained } = await explainDecision(services, {
    placement,
    publisher_id: null,
    ...visitAsked(services, visit),
  })
  // Those that could be drawn first, the likeliest at the top.
  const ordered = plans.toSorted((left, right) => right.share_percent - left.share_percent)
  return { ...explained, plans: ordered.slice(0, PLANS_SHOWN_MAX), plans_in_all: plans.length }
})
