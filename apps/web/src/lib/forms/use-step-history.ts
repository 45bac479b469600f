import { useEffect, useRef, useState } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { goBack } from '../layered-history.ts'

/** The steps up to this history entry, the first one included. */
const kept = z.object({ steps: z.array(z.string()) })

/** Goes back `depth` history entries, then calls `then` there, so that back does not lead through them again. */
export function afterSteps(depth: number, then: () => void): void {
  if (depth > 0) goBack(depth, then)
  else then()
}

export interface StepHistory<Step extends string> {
  step: Step
  /** Goes to a step as a new history entry, or back to an earlier one. */
  goTo(next: Step): void
  depth: number
  /** Goes back to the page's first entry and calls `then` there, so that back does not lead through the steps. */
  end(then: () => void): void
}

/**
 * A page's steps as history entries: the browser's and the header's back go one step back, and leave the page only
 * from the first. After a reload the typed input is lost and the page starts at the first step.
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
    // A ref, because an answer may arrive after a step back.
    end: (then) => afterSteps(present.current, then),
    goTo: (next) => {
      const before = steps.lastIndexOf(next)
      if (before >= 0) return void (before < depth && navigate(before - depth))
      setReached([...reached, next])
      void navigate(createPath(location), { state: { steps: [...steps, next] } })
    },
  }
}
