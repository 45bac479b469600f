import type { Transaction } from '../../../database/database.ts'
import type { Services } from '../../services.ts'
import { lockPlans } from '../plans.repository.ts'
import { endPlans } from './end-plan.ts'

/**
 * Finishes running plans whose rest buys nothing any more, which delivery knows from its placements' prices. Answers
 * how many; any other plan is left alone.
 */
export async function finishSpentPlans(
  services: Services,
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<number> {
  if (plan_ids.length === 0) return 0
  return await endPlans(services, tx, [...(await lockPlans(tx, plan_ids)).values()], 'spent')
}
