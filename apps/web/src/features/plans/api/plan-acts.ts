import { planPlacementPause } from '@adtally/contract/plans/plan-placements.ts'
import { planCancel, planPause, planStop } from '@adtally/contract/plans/plans.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { readPlansAgain } from './read-again.ts'

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

/** Pauses or resumes one placement of a plan. */
export function usePlacementAct(plan_id: string, placement_id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paused: boolean) => request(planPlacementPause, { plan_id, placement_id, paused }),
    // After a refusal too: the plan has then changed and its page is stale.
    onSettled: () => readPlansAgain(client),
  })
}

/** Pauses, resumes, stops or cancels a plan. */
export function usePlanAct(plan_id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: PlanAct) => send(plan_id, act),
    // After a refusal too: the plan has then changed and its page is stale.
    onSettled: () => readPlansAgain(client),
  })
}
