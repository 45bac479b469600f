import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Window } from './rules.ts'

export interface PlanSums {
  plan_id: string
  impressions: bigint
  clicks: bigint
  conversions: bigint
  spend_micros: Micros
  revenue_micros: Micros
}

/** How many times a customer's roll-ups have changed; 0 before the first event. */
export async function readVersion(tx: Transaction, customer_id: string): Promise<bigint> {
  const row = await tx
    .selectFrom('statistics.customer_totals')
    .select('version')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row?.version ?? 0n
}

/** Sums by plan, from at most a month of quarter hours, or from the plans' totals for all time. */
export async function readPlanSums(
  tx: Transaction,
  customer_id: string,
  window: Window,
): Promise<PlanSums[]> {
  if (!Number.isFinite(window.from_ms)) {
    return await tx
      .selectFrom('statistics.plan_totals')
      .select(['plan_id', 'impressions', 'clicks', 'conversions', 'spend_micros', 'revenue_micros'])
      .where('customer_id', '=', customer_id)
      .execute()
  }
  const { rows } = await sql<PlanSums>`
    select
      plan_id, sum(impressions)::bigint as impressions, sum(clicks)::bigint as clicks,
      sum(conversions)::bigint as conversions, sum(spend_micros)::bigint as spend_micros,
      sum(revenue_micros)::bigint as revenue_micros
    from statistics.customer_quarters
    where customer_id = ${customer_id}
      and quarter >= ${new Date(window.from_ms)} and quarter < ${new Date(window.until_ms)}
    group by plan_id`.execute(tx)
  return rows
}

/** All-time conversions of each plan; those without events are absent. */
export async function readConversionsEver(
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await tx
    .selectFrom('statistics.plan_totals')
    .select(['plan_id', 'conversions'])
    .where('plan_id', '=', sql<string>`any (${[...plan_ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ plan_id, conversions }) => [plan_id, conversions]))
}

/** Conversions by plan since a moment, in whole quarter hours. */
export async function readConversionsSince(
  tx: Transaction,
  customer_id: string,
  since: Date,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ plan_id: string; conversions: bigint }>`
    select plan_id, sum(conversions)::bigint as conversions
    from statistics.customer_quarters
    where customer_id = ${customer_id} and quarter >= ${since}
    group by plan_id`.execute(tx)
  return new Map(rows.map(({ plan_id, conversions }) => [plan_id, conversions]))
}

/** A point of a chart: one bucket's figures. */
export interface Point {
  at_ms: number
  spend_micros: Micros
  revenue_micros: Micros
}

/** A customer's non-empty buckets, counted from `from_ms`. */
export async function readCustomerPoints(
  tx: Transaction,
  customer_id: string,
  range: Window,
  bucket_ms: number,
): Promise<Point[]> {
  const { rows } = await sql<{ at: Date; spend_micros: Micros; revenue_micros: Micros }>`
    select
      date_bin(${bucket_ms} * interval '1 millisecond', quarter, ${new Date(range.from_ms)}) as at,
      sum(spend_micros)::bigint as spend_micros, sum(revenue_micros)::bigint as revenue_micros
    from statistics.customer_quarters
    where customer_id = ${customer_id}
      and quarter >= ${new Date(range.from_ms)} and quarter < ${new Date(range.until_ms)}
    group by 1 order by 1`.execute(tx)
  return rows.map(({ at, ...point }) => ({ at_ms: at.getTime(), ...point }))
}

/** The quarter hour of the first event; null if there is none. */
export async function readFirstQuarter(tx: Transaction, customer_id: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('statistics.customer_quarters')
    .select('quarter')
    .where('customer_id', '=', customer_id)
    .orderBy('quarter')
    .limit(1)
    .executeTakeFirst()
  return row?.quarter ?? null
}
