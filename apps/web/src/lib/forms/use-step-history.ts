import { useEffect, useRef, useState } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { goBack } from '../layered-history.ts'

/** The steps that lie before and at a place in the browser's history, the first one included. */
const kept = z.object({ steps: z.array(z.string()) })

/** Goes `depth` places back in the browser's history, then does `then` there: what was gone through is not gone back to. */
export function afterSteps(depth: number, then: () => void): void {
  if (depth > 0) goBack(depth, then)
  else then()
}

export interface StepHistory<Step extends string> {
  step: Step
  /** On to a step as a place of its own in the browser's history, or back to one that lies before. */
  goTo(next: Step): void
  /** How many steps lie before this one. */
  depth: number
  /** Back to the page's first place, where `then` is done: the steps are not gone back to. */
  end(then: () => void): void
}

/**
 * The steps of one page as places in the browser's history: its back, and the header's, go one step back and leave the
 * page only from the first. Loaded anew, the page has forgotten what was typed and begins at the first.
 */
export function useStepHistory<Step extends string>(first: Step): StepHistory<Step> {
  const navigate = useNavigate()
  const location = useLocation()
  const [reached, setReached] = useState<readonly Step[]>([first])
  const state = z.safeParse(kept, location.state)
  const steps = state.success ? state.data.steps : [first]
  const step = reached.find((each) => each === steps.at(-1)) ?? first
  const depth = steps.length - 1

  const present = useRef(depth)
  const is_begun = useRef(false)
  useEffect(() => {
    if (!is_begun.current && depth > 0) goBack(depth)
    is_begun.current = true
    present.current = depth
  }, [depth])

  return {
    step,
    depth,
    // An answer may come after a step back.
    end: (then) => afterSteps(present.current, then),
    goTo: (next) => {
      const before = steps.lastIndexOf(next)
      if (before >= 0) return void (before < depth && navigate(before - depth))
      setReached([...reached, next])
      void navigate(createPath(location), { state: { steps: [...steps, next] } })
    },
  }
}
