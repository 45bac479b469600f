import type { Transaction } from '../../../database/database.ts'
import type { Services } from '../../services.ts'
import { lockPlans } from '../plans.repository.ts'
import { moveOn } from '../tell.ts'

/**
 * Records plans' first delivery: moves them from matching to putting; other statuses stay. Answers the ids that
 * moved. Called in delivery's transaction, before `billSpend`.
 */
export async function recordFirstDelivery(
  services: Services,
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<string[]> {
  if (plan_ids.length === 0) return []
  const plans = [...(await lockPlans(tx, plan_ids)).values()].filter(({ status }) => status === 'matching')
  if (plans.length > 0) await moveOn(services, tx, plans, 'first_delivery')
  return plans.map(({ plan_id }) => plan_id)
}
