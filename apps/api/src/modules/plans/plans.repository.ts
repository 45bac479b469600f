import { PLAN_STATUSES, type PlanStatus } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Selectable, sql } from 'kysely'
import {
  bigintArray,
  integerArray,
  textArray,
  timeArray,
  uuidArray,
} from '../../database/array-parameters.ts'
import type { Transaction } from '../../database/database.ts'
import { isFinal, nextStatus, type PlanTrigger } from './status-table.ts'
import type { PlanTable } from './tables.ts'

/** A placed plan and when its delivery ended. */
export type Plan = Selectable<PlanTable> & { finished_at: Date | null }

/** When delivery ended, for the row joined as `plans`. */
export const FINISHED_AT = sql<Date | null>`(
  select changed_at from plans.status_changes as change
  where change.plan_id = plans.plan_id and change.status = 'putFinished')`

export interface NewPlan {
  plan_id: string
  /** One of `nextPlanNumbers`. */
  number: string
  customer_id: string
  product_id: string
  advertiser_id: string
  cash_micros: Micros
  discount_micros: Micros
  startup_micros: Micros
  payout_micros: Micros
  conversion_cap: bigint
  platform_fee_percent: bigint
  conversion_window_ms: bigint
  policy_version: number
  created_at: Date
  ends_at: Date
  time_zone: string
  /** `matching` if the product has an approved creative already. */
  status: 'waitPut' | 'matching'
}

/** Numbers for `count` plans; unused ones are never assigned again. */
export async function nextPlanNumbers(tx: Transaction, count: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select 'P' || nextval('plans.plan_numbers') as number from generate_series(1, ${count}::integer)`.execute(
    tx,
  )
  return rows.map(({ number }) => number)
}

/** Inserts plans. */
export async function insertPlans(tx: Transaction, plans: readonly NewPlan[]): Promise<void> {
  await sql`
    insert into plans.plans (
      plan_id, number, customer_id, product_id, advertiser_id, cash_micros, discount_micros, startup_micros, payout_micros,
      conversion_cap, platform_fee_percent, conversion_window_ms, policy_version, created_at, ends_at,
      time_zone, status, status_trigger, status_at, matched_at_once)
    select *, case status when 'matching' then 'creative_approved' else 'placed' end, created_at, status = 'matching'
    from unnest(
      ${uuidArray(plans.map((plan) => plan.plan_id))}::uuid[],
      ${textArray(plans.map((plan) => plan.number))}::text[],
      ${uuidArray(plans.map((plan) => plan.customer_id))}::uuid[],
      ${uuidArray(plans.map((plan) => plan.product_id))}::uuid[],
      ${uuidArray(plans.map((plan) => plan.advertiser_id))}::uuid[],
      ${bigintArray(plans.map((plan) => plan.cash_micros))}::bigint[],
      ${bigintArray(plans.map((plan) => plan.discount_micros))}::bigint[],
      ${bigintArray(plans.map((plan) => plan.startup_micros))}::bigint[],
      ${bigintArray(plans.map((plan) => plan.payout_micros))}::bigint[],
      ${bigintArray(plans.map((plan) => plan.conversion_cap))}::bigint[],
      ${bigintArray(plans.map((plan) => plan.platform_fee_percent))}::bigint[],
      ${bigintArray(plans.map((plan) => plan.conversion_window_ms))}::bigint[],
      ${integerArray(plans.map((plan) => plan.policy_version))}::integer[],
      ${timeArray(plans.map((plan) => plan.created_at))}::timestamptz[],
      ${timeArray(plans.map((plan) => plan.ends_at))}::timestamptz[],
      ${textArray(plans.map((plan) => plan.time_zone))}::text[],
      ${textArray(plans.map((plan) => plan.status))}::text[]
    ) as new_plan (
      plan_id, number, customer_id, product_id, advertiser_id, cash_micros, discount_micros, startup_micros, payout_micros,
      conversion_cap, platform_fee_percent, conversion_window_ms, policy_version, created_at, ends_at, time_zone,
      status)`.execute(tx)
}

/** Locks plans until the transaction ends, in the order of their ids; unknown ids are absent. */
export async function lockPlans(tx: Transaction, plan_ids: readonly string[]): Promise<Map<string, Plan>> {
  const rows = await tx
    .selectFrom('plans.plans as plans')
    .selectAll()
    .select(FINISHED_AT.as('finished_at'))
    .where('plan_id', '=', sql<string>`any (${[...new Set(plan_ids)]}::uuid[])`)
    .orderBy('plan_id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.plan_id, row]))
}

/** Like `lockPlans`, but skips plans in another status or locked by somebody else, and so never waits. */
export async function lockFreePlans(
  tx: Transaction,
  plan_ids: readonly string[],
  status: PlanStatus,
): Promise<Plan[]> {
  return await tx
    .selectFrom('plans.plans as plans')
    .selectAll()
    .select(FINISHED_AT.as('finished_at'))
    .where('plan_id', '=', sql<string>`any (${[...plan_ids]}::uuid[])`)
    .where('status', '=', status)
    .orderBy('plan_id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** The plan with this id, or null. Row-level security applies in a customer's scope. */
export async function planById(tx: Transaction, plan_id: string): Promise<Plan | null> {
  const row = await tx
    .selectFrom('plans.plans as plans')
    .selectAll()
    .select(FINISHED_AT.as('finished_at'))
    .where('plan_id', '=', plan_id)
    .executeTakeFirst()
  return row ?? null
}

const OPEN_STATUSES = PLAN_STATUSES.filter((status) => !isFinal(status))

/** How many of a customer's plans are not final. */
export async function countOpenPlans(tx: Transaction, customer_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('plans.plans')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('customer_id', '=', customer_id)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ids of a customer's or a product's plans that are not final; oldest first, at most `rows_max`. */
export async function openPlanIds(
  tx: Transaction,
  owner: { customer_id: string } | { product_id: string },
  statuses: readonly PlanStatus[],
  rows_max: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('plans.plans')
    .select('plan_id')
    .where((where) => where.and(owner))
    .where('status', 'in', statuses)
    .orderBy('plan_id')
    .limit(rows_max)
    .execute()
  return rows.map(({ plan_id }) => plan_id)
}

/**
 * Changes the status of plans by one trigger, at one time; the database keeps the history and refuses changes that
 * PRODUCT §4 does not have. The plans must be locked and in a status that `trigger` leaves. Throws RangeError
 * otherwise.
 */
export async function changeStatus(
  tx: Transaction,
  plans: readonly Pick<Plan, 'plan_id' | 'status'>[],
  trigger: PlanTrigger,
  status_at: Date,
  status_detail: string | null = null,
): Promise<void> {
  for (const [status, group] of Map.groupBy(plans, (plan) => plan.status)) {
    const next = nextStatus(status, trigger)
    if (next === null) throw new RangeError(`${trigger} does not leave ${status}`)
    await tx
      .updateTable('plans.plans')
      .set({ status: next, status_trigger: trigger, status_detail, status_at, paused: false })
      .where('plan_id', '=', sql<string>`any (${group.map(({ plan_id }) => plan_id)}::uuid[])`)
      .execute()
  }
}

/** Pauses or resumes a running plan. */
export async function setPaused(tx: Transaction, plan_id: string, paused: boolean): Promise<void> {
  await tx.updateTable('plans.plans').set({ paused }).where('plan_id', '=', plan_id).execute()
}

/** Records which publishers a plan's spend went to. */
export async function notePublishers(
  tx: Transaction,
  pairs: readonly { plan_id: string; publisher_id: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    insert into plans.plan_publishers (plan_id, publisher_id)
    select * from unnest(${pairs.map((pair) => pair.plan_id)}::uuid[], ${pairs.map((pair) => pair.publisher_id)}::uuid[])
    on conflict do nothing`.execute(tx)
}
