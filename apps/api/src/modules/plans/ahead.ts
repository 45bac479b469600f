import type { AheadKind } from '@adtally/contract/sandbox.ts'
import type { Ahead, AheadReader } from '../ahead.ts'
import * as policies from '../policies/index.ts'
import { plansUnderWay } from './ahead.repository.ts'
import { type DeadlineFacts, type DeadlineLimits, deadlineOf } from './running/deadline.ts'
import type { PlanTrigger } from './status-table.ts'

const KINDS: Partial<Record<PlanTrigger, AheadKind>> = {
  review_overdue: 'plan_not_checked',
  no_delivery: 'plan_not_shown',
  ended: 'plan_ends',
  tokens_expired: 'plan_returns_unspent',
  settlement: 'plan_settles',
}

/** A customer's coming plan deadlines, and those that follow from them. */
export const plansAhead: AheadReader = async (services, tx, { customer_id, until }) => {
  const found: Ahead[] = []
  for (const plan of await plansUnderWay(tx, customer_id)) {
    const limits = await policies.policyVersion(services, plan.policy_version)
    const named = { subject_id: plan.plan_id, name: plan.number, amount_micros: null }
    found.push(...deadlinesUntil(plan, limits, until).map((deadline) => ({ ...deadline, ...named })))
  }
  return found
}

/** A plan's successive deadlines until a moment, assuming that delivery has processed its events by each. */
function deadlinesUntil(
  plan: DeadlineFacts,
  limits: DeadlineLimits,
  until: Date,
): { kind: AheadKind; at: Date }[] {
  const found: { kind: AheadKind; at: Date }[] = []
  let facts: DeadlineFacts | null = plan
  while (facts) {
    const deadline = deadlineOf(facts, limits)
    const kind = deadline && KINDS[deadline.trigger]
    if (!deadline || !kind || deadline.due_at > until) break
    found.push({ kind, at: deadline.due_at })
    facts = afterwards(facts, deadline.trigger, deadline.due_at)
  }
  return found
}

/** The plan after its deadline; null if no other follows. */
function afterwards(facts: DeadlineFacts, trigger: PlanTrigger, at: Date): DeadlineFacts | null {
  if (trigger === 'ended') return { ...facts, status: 'putFinished', status_at: at, finished_at: at }
  if (trigger === 'tokens_expired') {
    return {
      ...facts,
      status: 'waitSettle',
      status_at: at,
      finished_at: facts.finished_at ?? facts.status_at,
    }
  }
  return null
}
