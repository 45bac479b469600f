import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { cancelJob, schedule } from '../../database/jobs.ts'
import { notifyCustomer } from '../customer-notice.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { deadlineOf } from './deadline.ts'
import { changeStatus, type Plan } from './plans.repository.ts'
import { nextStatus, type PlanTrigger } from './status-table.ts'

/** The job that lets a plan leave its status by itself; one for each plan that is not final. */
export const PLAN_DUE_JOB = 'plan.due'

const MESSAGES = {
  putting: 'plan_putting',
  putFailed: 'plan_put_failed',
  putFinished: 'plan_finished',
} as const

function messageFor(status: string): string | null {
  return status === 'putting' || status === 'putFailed' || status === 'putFinished' ? MESSAGES[status] : null
}

/**
 * Moves locked plans on by one trigger with all that goes with it: history, next deadline, the customer's notice. Money
 * is the caller's. Throws RangeError where the table has no such change.
 */
export async function moveOn(
  services: Services,
  tx: Transaction,
  plans: readonly Plan[],
  trigger: PlanTrigger,
  detail: string | null = null,
): Promise<void> {
  const status_at = services.clock.now()
  await changeStatus(tx, plans, trigger, status_at, detail)
  for (const plan of plans) {
    const status = nextStatus(plan.status, trigger)
    if (status === null) continue
    const finished_at = status === 'putFinished' ? status_at : plan.finished_at
    await setDeadline(services, tx, { ...plan, status, status_at, finished_at })
    const message = messageFor(status)
    if (message === null) continue
    await notifyCustomer(tx, {
      customer_id: plan.customer_id,
      category: 'activity',
      message,
      values: {
        number: plan.number,
        amount: formatAmount(plan.amount_micros),
        currency: services.settings.currency,
        reason: trigger,
        detail: detail ?? '',
      },
      subject_kind: 'plan',
      subject_id: plan.plan_id,
    })
  }
}

/** Sets when the plan leaves its status by itself, under the policy that it was placed with. */
export async function setDeadline(services: Services, tx: Transaction, plan: Plan): Promise<void> {
  const limits = await policies.policyVersion(services, plan.policy_version)
  const deadline = deadlineOf(plan, limits)
  if (deadline) await schedule(tx, { kind: PLAN_DUE_JOB, subject_id: plan.plan_id, due_at: deadline.due_at })
  else await cancelJob(tx, PLAN_DUE_JOB, plan.plan_id)
}
