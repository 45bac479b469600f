import { Contender } from '../decisions/contender.ts'
import type { PlanSlot } from '../decisions/plan-slot.ts'
import type { Site } from '../decisions/site.ts'
import type { Visitor } from '../decisions/visitor.ts'

const VISITOR: Visitor = { country: 'DE', device: 'phone', operating_system: 'ios', language: 'de' }
const MARKS = 200

/** The plans that are drawn for a visitor of a placement, by marks spread evenly over all weights. */
export function drawnPlans(site: Site | undefined): PlanSlot[] {
  const drawn = new Set<PlanSlot>()
  for (let mark = 0; mark < MARKS; mark += 1) {
    const random = () => (mark + 0.5) / MARKS
    const answer = site?.draw(VISITOR, 'a device', { leased_only: false, random })
    if (answer instanceof Contender) drawn.add(answer.slot)
  }
  return [...drawn]
}
