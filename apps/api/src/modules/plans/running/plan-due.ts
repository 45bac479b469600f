import type { Transaction } from '../../../database/database.ts'
import { schedule } from '../../../database/jobs.ts'
import type { JobHandler } from '../../module.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { lockPlans, type Plan } from '../plans.repository.ts'
import { settleDue } from '../settlement/settle-due.ts'
import { moveOn, PLAN_DUE_JOB } from '../tell.ts'
import { deadlineOf } from './deadline.ts'
import { endPlans } from './end-plan.ts'
import { returnUnspent } from './return-money.ts'

const ASK_AGAIN_MS = 5_000

/** `plan.due`: moves a plan on at its deadline (PRODUCT §4), or tries again later if it must still wait. */
export const planDueJob: JobHandler = {
  kind: PLAN_DUE_JOB,
  async run(services, tx, { subject_id }) {
    const plan = (await lockPlans(tx, [subject_id])).get(subject_id)
    if (!plan) return
    const limits = await policies.policyVersion(services, plan.policy_version)
    const deadline = deadlineOf(plan, limits)
    if (!deadline) return
    const now = services.clock.now()
    if (now < deadline.due_at) {
      await schedule(tx, { kind: PLAN_DUE_JOB, subject_id, due_at: deadline.due_at })
    } else if (now < deadline.latest_at && !(await deliveryIsDone(services, tx, plan, deadline.due_at))) {
      await schedule(tx, { kind: PLAN_DUE_JOB, subject_id, due_at: new Date(now.getTime() + ASK_AGAIN_MS) })
    } else if (deadline.trigger === 'tokens_expired') {
      await returnUnspent(tx, plan)
      await moveOn(services, tx, [plan], 'tokens_expired')
    } else if (deadline.trigger === 'settlement') {
      await settleDue(services, tx, plan)
    } else {
      await endPlans(services, tx, [plan], deadline.trigger)
    }
  },
}

/** Whether delivery has processed the plan's events until `time` and, before settlement, checked for invalid ones. */
async function deliveryIsDone(services: Services, tx: Transaction, plan: Plan, time: Date): Promise<boolean> {
  const { gate } = services.plans
  if (!(await gate.ingestPassed(tx, plan.plan_id, time))) return false
  return plan.status !== 'waitSettle' || (await gate.invalidPassDone(tx, plan.plan_id))
}
