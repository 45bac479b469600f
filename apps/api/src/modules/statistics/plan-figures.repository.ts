import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { timeArray } from '../../database/array-parameters.ts'
import type { Transaction } from '../../database/database.ts'
import type { Window } from './rules.ts'
import { SEEN_FIGURES, type SeenFigures } from './seen.ts'
import { FIGURES, type Figures } from './tables.ts'

/** What a plan has before its first event. */
export const NO_FIGURES: Readonly<Figures> = {
  impressions: 0n,
  viewables: 0n,
  clicks: 0n,
  film_impressions: 0n,
  video_25: 0n,
  video_50: 0n,
  video_75: 0n,
  video_100: 0n,
  film_skips: 0n,
  film_errors: 0n,
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

/** Plans' impressions and conversions by placement, of all placements or of one; plans without any are left out. */
export async function placementProgress(
  tx: Transaction,
  plan_ids: readonly string[],
  placement_id: string | null = null,
): Promise<Map<string, Map<string, { impressions: bigint; conversions: bigint }>>> {
  const { rows } = await sql<{
    plan_id: string
    placement_id: string
    impressions: bigint
    conversions: bigint
  }>`
    select plan_id, placement_id, impressions, conversions from statistics.plan_placements
    where plan_id = any(${plan_ids}::uuid[]) and placement_id = coalesce(${placement_id}::uuid, placement_id)`.execute(
    tx,
  )
  const progress = new Map<string, Map<string, { impressions: bigint; conversions: bigint }>>()
  for (const { plan_id, placement_id: on, ...counts } of rows) {
    const of_plan = progress.get(plan_id) ?? new Map()
    progress.set(plan_id, of_plan.set(on, counts))
  }
  return progress
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
  const { rows } = await sql<Figures & { place: number }>`
    select width_bucket(minute, ${timeArray(moments)}::timestamptz[]) as place, ${sumsOf(FIGURES)}
    from statistics.plan_minutes where plan_id = ${plan_id}
    group by 1 order by 1`.execute(tx)
  return rows
}

/** What a bucket of a plan tells. */
export type PlanPoint = Pick<Figures, 'spend_micros' | 'revenue_micros'> & SeenFigures

/** A plan's non-empty buckets, counted from `from_ms`. */
export async function readPlanPoints(
  tx: Transaction,
  plan_id: string,
  range: Window,
  bucket_ms: number,
): Promise<(PlanPoint & { at_ms: number })[]> {
  const { rows } = await sql<PlanPoint & { at: Date }>`
    select
      date_bin(${bucket_ms} * interval '1 millisecond', minute, ${new Date(range.from_ms)}) as at,
      ${sumsOf(['spend_micros', 'revenue_micros', ...SEEN_FIGURES])}
    from statistics.plan_minutes
    where plan_id = ${plan_id} and minute >= ${new Date(range.from_ms)} and minute < ${new Date(range.until_ms)}
    group by 1 order by 1`.execute(tx)
  return rows.map(({ at, ...point }) => ({ at_ms: at.getTime(), ...point }))
}

function sumsOf(figures: readonly (keyof Figures)[]): RawBuilder<unknown> {
  return sql.join(figures.map((figure) => sql`sum(${sql.ref(figure)})::bigint as ${sql.ref(figure)}`))
}
