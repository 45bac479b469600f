import * as z from 'zod/mini'
import { staffVerb } from '../../module.ts'
import { visitAsked, visitFields } from './asked-visit.ts'
import { explainDecision } from './explain-decision.ts'

const PLANS_SHOWN_MAX = 1_000

/** `explain-decision`: why each plan could or couldn't be shown to a visitor of a placement. */
export const explainDecisionVerb = staffVerb({
  name: 'explain-decision',
  summary:
    'Why each plan could or could not be drawn for a visitor of a placement who has seen none of them: --placement (key or id); visitor --country DE or --address, --device phone, --operating-system ios, --language de, --keywords chess; --at a moment within a year, else now',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  input: z.strictObject(visitFields),
  run: async (services, _staff, { placement, ...visit }) => {
    const { plans, ...explained } = await explainDecision(services, {
      placement,
      publisher_id: null,
      ...visitAsked(services, visit),
    })
    // Those that could be drawn first, the likeliest at the top.
    const ordered = plans.toSorted((left, right) => right.share_percent - left.share_percent)
    return { ...explained, plans: ordered.slice(0, PLANS_SHOWN_MAX), plans_in_all: plans.length }
  },
})
