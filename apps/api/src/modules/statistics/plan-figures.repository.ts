import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import { timeArray } from '../../database/array-parameters.ts'
import type { Transaction } from '../../database/database.ts'
import type { Point } from './reading.repository.ts'
import type { Window } from './rules.ts'
import { FIGURES, type Figures } from './tables.ts'

const NO_FIGURES: Readonly<Figures> = {
  impressions: 0n,
  viewables: 0n,
  clicks: 0n,
  conversions: 0n,
  invalid_events: 0n,
  spend_micros: 0n,
  revenue_micros: 0n,
  spend_returned_micros: 0n,
  revenue_reversed_micros: 0n,
}

/** A query of what each plan delivered, for sums over plans. */
export const DELIVERED = sql`select plan_id, impressions, clicks, conversions from statistics.plan_totals`

/** A plan's figures of all time; zeros before its first event. */
export async function readPlanFigures(tx: Transaction, plan_id: string): Promise<Figures> {
  const row = await tx
    .selectFrom('statistics.plan_totals')
    .select(FIGURES)
    .where('plan_id', '=', plan_id)
    .executeTakeFirst()
  return row ?? NO_FIGURES
}

/** A plan's figures on one placement. */
export interface PlacementFigures extends Figures {
  placement_id: string
}

/** A plan's figures by placement, highest spend first. */
export async function readPlacementFigures(tx: Transaction, plan_id: string): Promise<PlacementFigures[]> {
  return await tx
    .selectFrom('statistics.plan_placements')
    .select(['placement_id', ...FIGURES])
    .where('plan_id', '=', plan_id)
    .orderBy('spend_micros', 'desc')
    .orderBy('placement_id')
    .execute()
}

/** The progress of plans, for the competition between them. */
export async function planProgress(
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<Map<string, { impressions: bigint; conversions: bigint; spend_micros: Micros }>> {
  if (plan_ids.length === 0) return new Map()
  const { rows } = await sql<{
    plan_id: string
    impressions: bigint
    conversions: bigint
    spend_micros: Micros
  }>`
    select plan_id, impressions, conversions, spend_micros from statistics.plan_totals
    where plan_id = any(${plan_ids})`.execute(tx)
  return new Map(rows.map(({ plan_id, ...progress }) => [plan_id, progress]))
}

/** The first and last minute of a plan's events; null if there are none. */
export async function readPlanSpan(
  tx: Transaction,
  plan_id: string,
): Promise<{ first: Date; last: Date } | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(minute) as first, max(minute) as last from statistics.plan_minutes where plan_id = ${plan_id}`.execute(
    tx,
  )
  const [row] = rows
  return row?.first && row.last ? { first: row.first, last: row.last } : null
}

/** A plan's figures between successive moments, by the index of the earlier one, from 1; empty ones are absent. */
export async function readPlanFiguresBetween(
  tx: Transaction,
  plan_id: string,
  moments: readonly Date[],
): Promise<(Figures & { place: number })[]> {
  const sums = sql.join(FIGURES.map((figure) => sql`sum(${sql.ref(figure)})::bigint as ${sql.ref(figure)}`))
  const { rows } = await sql<Figures & { place: number }>`
    select width_bucket(minute, ${timeArray(moments)}::timestamptz[]) as place, ${sums}
    from statistics.plan_minutes where plan_id = ${plan_id}
    group by 1 order by 1`.execute(tx)
  return rows
}

/** A plan's non-empty buckets, counted from `from_ms`. */
export async function readPlanPoints(
  tx: Transaction,
  plan_id: string,
  range: Window,
  bucket_ms: number,
): Promise<Point[]> {
  const { rows } = await sql<{ at: Date; spend_micros: Micros; revenue_micros: Micros }>`
    select
      date_bin(${bucket_ms} * interval '1 millisecond', minute, ${new Date(range.from_ms)}) as at,
      sum(spend_micros)::bigint as spend_micros, sum(revenue_micros)::bigint as revenue_micros
    from statistics.plan_minutes
    where plan_id = ${plan_id} and minute >= ${new Date(range.from_ms)} and minute < ${new Date(range.until_ms)}
    group by 1 order by 1`.execute(tx)
  return rows.map(({ at, ...point }) => ({ at_ms: at.getTime(), ...point }))
}
