import type { Transaction } from '../../../database/database.ts'
import { lockDueJobs } from '../../../database/jobs.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { lockFreePlans, type Plan } from '../plans.repository.ts'
import { deadlineOf } from '../running/deadline.ts'
import { PLAN_DUE_JOB } from '../tell.ts'
import { settlePlans } from './settle-plans.ts'

const AT_ONCE_MAX = 250

/** Settles a locked plan that is due, and others in the same transaction, far cheaper than in one each. */
export async function settleDue(services: Services, tx: Transaction, plan: Plan): Promise<void> {
  const due = [plan, ...(await othersDue(services, tx))]
  await settlePlans(services, tx, await onePerMark(services, tx, due))
}

/** Other plans that may settle now, longest due first, locked with their jobs; skips those locked by others. */
async function othersDue(services: Services, tx: Transaction): Promise<Plan[]> {
  const { gate } = services.plans
  if (!gate.settleable) return []
  const ids = await lockDueJobs(tx, PLAN_DUE_JOB, AT_ONCE_MAX)
  if (ids.length === 0) return []
  const waiting = new Map(
    (await lockFreePlans(tx, ids, 'waitSettle')).map((other) => [other.plan_id, other] as const),
  )
  if (waiting.size === 0) return []
  const ready = await gate.settleable(tx, [...waiting.keys()])
  const now = services.clock.now()
  const due: Plan[] = []
  for (const plan_id of ids) {
    const other = waiting.get(plan_id)
    if (!other) continue
    const deadline = deadlineOf(other, await policies.policyVersion(services, other.policy_version))
    if (deadline?.trigger !== 'settlement' || now < deadline.due_at) continue
    if (ready.has(plan_id) || now >= deadline.latest_at) due.push(other)
  }
  return due
}

/** The first plan of each mark, because the next one builds on its result, and all that follow nobody. */
async function onePerMark(services: Services, tx: Transaction, plans: readonly Plan[]): Promise<Plan[]> {
  if (plans.length === 1) return [...plans]
  const marks = await services.plans.sharing.marksOf(
    tx,
    plans.map(({ plan_id }) => plan_id),
  )
  const taken = new Set<string>()
  return plans.filter(({ plan_id }) => {
    const mark = marks.get(plan_id)
    if (mark === undefined) return true
    if (taken.has(mark)) return false
    taken.add(mark)
    return true
  })
}
