import { planPlacementPause } from '@adtally/contract/plans/plan-placements.ts'
import { planCancel, planPause, planStop } from '@adtally/contract/plans/plans.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { readPlansAgain } from './read-again.ts'

/** What a customer can do with a placed plan. */
export type PlanAct = 'pause' | 'resume' | 'stop' | 'cancel'

function send(plan_id: string, act: PlanAct) {
  switch (act) {
    case 'cancel':
      return request(planCancel, { plan_id })
    case 'stop':
      return request(planStop, { plan_id })
    case 'pause':
    case 'resume':
      return request(planPause, { plan_id, paused: act === 'pause' })
  }
}

/** Pauses one placement of a plan, or takes it up again. */
export function usePlacementAct(plan_id: string, placement_id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paused: boolean) => request(planPlacementPause, { plan_id, placement_id, paused }),
    // Also after a refusal: then the plan has moved on and its page is old.
    onSettled: () => readPlansAgain(client),
  })
}

/** Pauses, resumes, stops or cancels a plan. */
export function usePlanAct(plan_id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: PlanAct) => send(plan_id, act),
    // Also after a refusal: then the plan has moved on and its page is old.
    onSettled: () => readPlansAgain(client),
  })
}
