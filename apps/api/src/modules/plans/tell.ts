import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { cancelJobs, scheduleAll } from '../../database/jobs.ts'
import { publish } from '../../database/outbox.ts'
import { type CustomerNotice, notifyCustomers } from '../customer-notice.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { PLANS_ENDED_TOPIC } from './facts.ts'
import { changeStatus, type Plan } from './plans.repository.ts'
import { deadlineOf } from './running/deadline.ts'
import { nextStatus, type PlanTrigger } from './status-table.ts'

/** The job for a plan's next deadline; one for each plan that is not final. */
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
 * Moves locked plans on by one trigger and writes history, next deadline and the customer's notice; the caller moves
 * the money. Throws RangeError if the table has no such change.
 */
export async function moveOn(
  services: Services,
  tx: Transaction,
  plans: readonly Plan[],
  trigger: PlanTrigger,
  detail: string | null = null,
  status_at = services.clock.now(),
): Promise<void> {
  await changeStatus(tx, plans, trigger, status_at, detail)
  const moved = plans.flatMap((plan) => {
    const status = nextStatus(plan.status, trigger)
    if (status === null) return []
    const finished_at = status === 'putFinished' ? status_at : plan.finished_at
    return [{ ...plan, status, status_at, finished_at, status_trigger: trigger, status_detail: detail }]
  })
  await setDeadlines(services, tx, moved)
  await tellOfEnds(tx, moved)
  await notifyCustomers(
    tx,
    moved.flatMap((plan) => statusNotice(services, plan) ?? []),
  )
}

/** Publishes which plans have finished or are settled: one trigger moves all of them. */
async function tellOfEnds(tx: Transaction, moved: readonly Plan[]): Promise<void> {
  const ended = moved.filter(({ status }) => status === 'putFinished' || status === 'settled')
  const [first] = ended
  if (!first) return
  await publish(tx, PLANS_ENDED_TOPIC, {
    status: first.status,
    reason: first.status_trigger,
    at: first.status_at.toISOString(),
    plans: ended.map(({ plan_id, product_id, advertiser_id }) => ({ plan_id, product_id, advertiser_id })),
  })
}

/** Schedules the plans' next deadlines, by the policy under which each was placed. */
async function setDeadlines(services: Services, tx: Transaction, plans: readonly Plan[]): Promise<void> {
  const jobs: { subject_id: string; due_at: Date }[] = []
  const final: string[] = []
  for (const plan of plans) {
    const deadline = deadlineOf(plan, await policies.policyVersion(services, plan.policy_version))
    if (deadline) jobs.push({ subject_id: plan.plan_id, due_at: deadline.due_at })
    else final.push(plan.plan_id)
  }
  await scheduleAll(tx, PLAN_DUE_JOB, jobs)
  await cancelJobs(tx, PLAN_DUE_JOB, final)
}

function statusNotice(services: Services, plan: Plan): CustomerNotice | null {
  const message = messageFor(plan.status)
  if (message === null) return null
  return {
    customer_id: plan.customer_id,
    category: 'activity',
    message,
    values: {
      number: plan.number,
      amount: formatAmount(plan.amount_micros),
      currency: services.settings.currency,
      reason: plan.status_trigger,
      detail: plan.status_detail ?? '',
    },
    subject_kind: 'plan',
    subject_id: plan.plan_id,
  }
}
