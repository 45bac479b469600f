import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { setPlacementPaused } from './placement-pauses.repository.ts'

/**
 * Pauses one placement of a customer's running plan, or resumes it; a repeat is no error. Delivery is notified as of
 * a plan's pause, and issued tokens are billed as those of a paused plan (PRODUCT §4). Throws `plan_not_found`, also
 * for somebody else's, `plan_not_pausable`, `placement_not_found`, `placement_last`.
 */
export async function pausePlacement(
  services: Services,
  customer_id: string,
  { plan_id, placement_id, paused }: { plan_id: string; placement_id: string; paused: boolean },
): Promise<void> {
  await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const outcome = await setPlacementPaused(tx, plan_id, placement_id, paused)
    if (outcome === 'plan_not_found') throw new Refusal(outcome, { field: 'plan_id' })
    if (outcome === 'placement_not_found') throw new Refusal(outcome, { field: 'placement_id' })
    if (outcome !== 'done') throw new Refusal(outcome)
  })
}
