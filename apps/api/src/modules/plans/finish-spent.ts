import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import type { Services } from '../services.ts'
import { endPlans } from './end-plan.ts'
import { moneyOfPlans } from './plan-money.ts'
import { lockPlans } from './plans.repository.ts'
import { totalOf } from './spend-parts.ts'

/** What each plan has left to spend, for leases; 0 for one that is unknown or over. Needs system scope. */
export async function remainingBudgets(
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<Map<string, Micros>> {
  const money = await moneyOfPlans(tx, plan_ids)
  return new Map([...money].map(([plan_id, { unspent }]) => [plan_id, totalOf(unspent)]))
}

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
