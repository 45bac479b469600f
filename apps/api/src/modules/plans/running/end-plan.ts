import type { PlanStatus } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { lockPlans, type Plan, setPaused } from '../plans.repository.ts'
import { nextStatus, type PlanTrigger } from '../status-table.ts'
import { moveOn } from '../tell.ts'
import { returnAll } from './return-money.ts'

/**
 * Ends locked plans by `trigger`, as the status table says: before the first delivery a plan fails and everything is
 * returned, later its delivery finishes. Plans in a status that `trigger` does not end stay as they are. Answers how
 * many ended.
 */
export async function endPlans(
  services: Services,
  tx: Transaction,
  plans: readonly Plan[],
  trigger: PlanTrigger,
  detail: string | null = null,
): Promise<number> {
  const to = (next: PlanStatus) => plans.filter(({ status }) => nextStatus(status, trigger) === next)
  const failing = to('putFailed')
  const ending = [...failing, ...to('putFinished')]
  if (failing.length > 0) await returnAll(tx, failing)
  if (ending.length > 0) await moveOn(services, tx, ending, trigger, detail)
  return ending.length
}

/** A customer's own plan, locked. Throws `plan_not_found`, also for somebody else's. */
async function ownPlan(tx: Transaction, customer_id: string, plan_id: string): Promise<Plan> {
  const plan = (await lockPlans(tx, [plan_id])).get(plan_id)
  if (!plan || plan.customer_id !== customer_id) throw new Refusal('plan_not_found', { field: 'plan_id' })
  return plan
}

/** Cancels a plan before its first delivery. Throws `plan_not_found`, `plan_not_cancellable`. */
export async function cancelPlan(services: Services, customer_id: string, plan_id: string): Promise<void> {
  await services.database.transaction({ kind: 'system' }, async (tx) => {
    const plan = await ownPlan(tx, customer_id, plan_id)
    if ((await endPlans(services, tx, [plan], 'cancelled')) === 0) throw new Refusal('plan_not_cancellable')
  })
}

/** Stops a plan's delivery for good. Throws `plan_not_found`, `plan_not_stoppable`. */
export async function stopPlan(services: Services, customer_id: string, plan_id: string): Promise<void> {
  await services.database.transaction({ kind: 'system' }, async (tx) => {
    const plan = await ownPlan(tx, customer_id, plan_id)
    if ((await endPlans(services, tx, [plan], 'stopped')) === 0) throw new Refusal('plan_not_stoppable')
  })
}

/** Pauses or resumes delivery; a repeat is no error. Throws `plan_not_found`, `plan_not_pausable`. */
export async function pausePlan(
  services: Services,
  customer_id: string,
  plan_id: string,
  paused: boolean,
): Promise<void> {
  await services.database.transaction({ kind: 'system' }, async (tx) => {
    const plan = await ownPlan(tx, customer_id, plan_id)
    if (plan.status !== 'putting') throw new Refusal('plan_not_pausable')
    if (plan.paused !== paused) await setPaused(tx, plan_id, paused)
  })
}
