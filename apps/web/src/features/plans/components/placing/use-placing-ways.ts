import { planPut } from '@adtally/contract/plans/plans.ts'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { afterSteps } from '../../../../lib/forms/use-step-history.ts'
import { type PlacingDraft, type Step, stepAddress } from './placing-address.ts'

/** A step's history state, so that a reload neither forgets nor repeats anything. */
export const keptAtStep = z.object({
  request_id: z.optional(z.uuid()),
  placed: z.optional(planPut.response),
  /** How many steps lie before this one. */
  depth: z._default(z.int().check(z.gte(0)), 0),
})

interface Place {
  request_id: string | undefined
  depth: number
}

/** Navigation between the steps of placing, each an entry in the browser's history. */
export function usePlacingWays(product_id: string, step: Step, place: Place) {
  const navigate = useNavigate()
  const present = useRef(place)
  // A ref, because an answer may arrive after a step back.
  useEffect(() => {
    present.current = place
  })
  const replace = (at: Step, draft: PlacingDraft, state: Partial<z.infer<typeof keptAtStep>>) =>
    void navigate(stepAddress(product_id, at, draft), { replace: true, state })
  return {
    /** Goes to the next step; the present one keeps its choices. */
    goOnTo: (next: Step, draft: PlacingDraft, request_id?: string) => {
      replace(step, draft, place)
      const state = { depth: place.depth + 1, request_id }
      void navigate(stepAddress(product_id, next, draft), { state })
    },
    /** Goes back to an earlier step with the current draft: to the first one for `amount`, else by one. */
    goBack: (to: Step, draft: PlacingDraft) => {
      const { depth } = present.current
      const count = to === 'amount' ? depth : Math.min(1, depth)
      afterSteps(count, () => replace(to, draft, { depth: depth - count }))
    },
    /** Shows the receipt: back must not lead into the steps that placed the plan. */
    end: (draft: PlacingDraft, placed: z.infer<typeof planPut.response>) =>
      afterSteps(present.current.depth, () => replace('done', draft, { placed })),
  }
}
