import type { PlanStatus } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { FINISHED_AT, type Plan } from '../plans.repository.ts'
import type { PlanTrigger } from '../status-table.ts'

export interface PlanListQuery {
  status?: PlanStatus | undefined
  /** Plans whose number contains `text`, or of these products. */
  search?: { text: string; product_ids: readonly string[] } | undefined
  sort: 'newest' | 'oldest' | 'amount'
  after: { plan_id: string; amount_micros: string } | null
  limit: number
}

/** A page of a customer's plans in the given order. Row-level security applies in the customer's scope. */
export async function listPlans(tx: Transaction, customer_id: string, query: PlanListQuery): Promise<Plan[]> {
  const { status, search, sort, after, limit } = query
  let plans = tx
    .selectFrom('plans.plans as plans')
    .selectAll()
    .select(FINISHED_AT.as('finished_at'))
    .where('customer_id', '=', customer_id)
    .limit(limit)
  if (status !== undefined) plans = plans.where('status', '=', status)
  if (search !== undefined) {
    const pattern = `%${search.text.replace(/[\\%_]/g, '\\$&')}%`
    plans = plans.where(
      sql<boolean>`(number ilike ${pattern} or product_id = any (${search.product_ids}::uuid[]))`,
    )
  }
  if (sort === 'amount') {
    if (after) {
      plans = plans.where(
        sql<boolean>`(amount_micros, plan_id) < (${after.amount_micros}::bigint, ${after.plan_id}::uuid)`,
      )
    }
    return await plans.orderBy('amount_micros', 'desc').orderBy('plan_id', 'desc').execute()
  }
  if (after) plans = plans.where('plan_id', sort === 'newest' ? '<' : '>', after.plan_id)
  return await plans.orderBy('plan_id', sort === 'newest' ? 'desc' : 'asc').execute()
}

export interface StatusChange {
  status: PlanStatus
  trigger: PlanTrigger
  detail: string | null
  changed_at: Date
}

/** A plan's history, oldest first: its placing from the plan itself, then every recorded change. */
export async function statusChanges(tx: Transaction, plan: Plan): Promise<StatusChange[]> {
  const changes = await tx
    .selectFrom('plans.status_changes')
    .select(['status', 'trigger', 'detail', 'changed_at'])
    .where('plan_id', '=', plan.plan_id)
    .orderBy('sequence')
    .execute()
  const at = { detail: null, changed_at: plan.created_at }
  return [
    { status: 'waitPut', trigger: 'placed', ...at },
    ...(plan.matched_at_once ? [{ status: 'matching', trigger: 'creative_approved', ...at } as const] : []),
    ...changes,
  ]
}
