import { planPlacementPause } from '@adtally/contract/plans/plan-placements.ts'
import { planCancel, planPause, planStop } from '@adtally/contract/plans/plans.ts'
import { request } from '../../../lib/api.ts'
import { useAct } from '../../../lib/use-act.ts'
import { MOVED_BY_PLANS } from './moved.ts'

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
  const pause = (paused: boolean) => request(planPlacementPause, { plan_id, placement_id, paused })
  return useAct(pause, MOVED_BY_PLANS)
}

/** Pauses, resumes, stops or cancels a plan. */
export function usePlanAct(plan_id: string) {
  return useAct((act: PlanAct) => send(plan_id, act), MOVED_BY_PLANS)
}
