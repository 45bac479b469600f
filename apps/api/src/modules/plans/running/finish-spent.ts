import type { Transaction } from '../../../database/database.ts'
import type { Services } from '../../services.ts'
import { lockPlans } from '../plans.repository.ts'
import { endPlans } from './end-plan.ts'

/**
 * Finishes running plans whose remaining money is too little to buy anything, as delivery knows from its prices.
 * Answers how many; other plans stay as they are.
 */
export async function finishSpentPlans(
  services: Services,
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<number> {
  if (plan_ids.length === 0) return 0
  return await endPlans(services, tx, [...(await lockPlans(tx, plan_ids)).values()], 'spent')
}
