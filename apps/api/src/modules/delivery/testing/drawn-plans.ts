import { Candidate } from '../decisions/candidate.ts'
import type { PlacementSlot } from '../decisions/placement-slot.ts'
import type { PlanSlot } from '../decisions/plan-slot.ts'
import type { Visitor } from '../decisions/visitor.ts'

const VISITOR: Visitor = {
  country: 'DE',
  device: 'phone',
  operating_system: 'ios',
  language: 'de',
  keywords: [],
}
const MARKS = 200

/** The plans that are drawn for a visitor of a placement, by marks spread evenly over all weights. */
export function drawnPlans(placement: PlacementSlot | undefined, visitor = VISITOR): PlanSlot[] {
  const drawn = new Set<PlanSlot>()
  for (let mark = 0; mark < MARKS; mark += 1) {
    const random = () => (mark + 0.5) / MARKS
    const answer = placement?.draw(visitor, 'a device', { leased_only: false, random })
    if (answer instanceof Candidate) drawn.add(answer.slot)
  }
  return [...drawn]
}
