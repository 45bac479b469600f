import { type Selectable, sql } from 'kysely'
import { uuidArray } from '../../../database/array-parameters.ts'
import type { Transaction } from '../../../database/database.ts'
import type { PlanTable } from '../tables.ts'
import type { DeliverablePlan } from './delivery-types.ts'

const COLUMNS = [
  'plan_id',
  'customer_id',
  'product_id',
  'advertiser_id',
  'status',
  'paused',
  'amount_micros',
  'cash_micros',
  'payout_micros',
  'platform_fee_percent',
  'conversion_cap',
  'conversion_window_ms',
  'created_at',
  'ends_at',
] as const

/** As text, because the driver returns arrays of UUIDs so. */
const PAUSED_PLACEMENTS = sql<string[]>`array(
  select placement_id::text from plans.placement_pauses as pause
  where pause.plan_id = plans.plans.plan_id and pause.resumed_at is null order by 1)`

/**
 * Every plan that may be delivered now: matching or putting and before its end; paused ones are included and marked.
 * `PLANS_DELIVERY_CHANNEL` announces changes; reaching the end is not one, so also check `ends_at`. Needs system
 * scope.
 */
export async function deliverablePlans(tx: Transaction): Promise<DeliverablePlan[]> {
  const rows = await deliverable(tx).orderBy('plan_id').execute()
  return rows.map(deliverablePlan)
}

/** Like `deliverablePlans`, but only of the given plans, in any order. */
export async function deliverableAmong(
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<DeliverablePlan[]> {
  const rows = await deliverable(tx)
    .where('plan_id', '=', sql<string>`any (${uuidArray(plan_ids)}::uuid[])`)
    .execute()
  return rows.map(deliverablePlan)
}

function deliverable(tx: Transaction) {
  return tx
    .selectFrom('plans.plans')
    .select(COLUMNS)
    .select(PAUSED_PLACEMENTS.as('paused_placements'))
    .where('status', 'in', ['matching', 'putting'])
    .where('ends_at', '>', sql<Date>`platform.now()`)
}

function deliverablePlan({
  cash_micros,
  conversion_window_ms,
  status,
  ...plan
}: Pick<Selectable<PlanTable>, (typeof COLUMNS)[number]> & {
  paused_placements: string[]
}): DeliverablePlan {
  return {
    ...plan,
    status: status === 'putting' ? 'putting' : 'matching',
    official_only: cash_micros !== plan.amount_micros,
    conversion_window_ms: Number(conversion_window_ms),
  }
}
