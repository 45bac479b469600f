import type { OutputOf } from '@adtally/contract/call.ts'
import type { planChart, planDetail } from '@adtally/contract/plans/plans.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { placementNames } from '../marketplace/index.ts'
import { ownedPlan, placementPauses, planDetailParts } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { bucketsOf } from './chart.ts'
import {
  NO_FIGURES,
  type PlanPoint,
  readPlacementFigures,
  readPlanFigures,
  readPlanPoints,
  readPlanSpan,
} from './plan-figures.repository.ts'
import { bucketFor } from './rules.ts'
import { presentSeen } from './seen.ts'

const SYSTEM = { kind: 'system' } as const
const MINUTE_MS = 60_000
const CHART_POINTS_MAX = 120

/** A customer's plan with everything behind its figures. Throws `plan_not_found`, also for somebody else's. */
export async function readPlanPage(
  services: Services,
  customer_id: string,
  plan_id: string,
): Promise<OutputOf<typeof planDetail>> {
  const parts = await planDetailParts(services, customer_id, plan_id)
  return await services.database.transaction(SYSTEM, async (tx) => {
    const figures = await readPlanFigures(tx, plan_id)
    const placements = await readPlacementFigures(tx, plan_id)
    const pauses = await placementPauses(tx, plan_id)
    const names = await placementNames(
      tx,
      placements.map(({ placement_id }) => placement_id),
    )
    const pausedSince = (placement_id: string) =>
      parts.status === 'putting'
        ? pauses.find((pause) => pause.placement_id === placement_id && pause.resumed_at === null)?.paused_at
        : undefined
    const going = placements.filter(({ placement_id }) => !pausedSince(placement_id))
    return {
      ...parts,
      conversions: Number(figures.conversions),
      figures: {
        impressions: Number(figures.impressions),
        ...presentSeen(figures),
        clicks: Number(figures.clicks),
        conversions: Number(figures.conversions),
        invalid_events: Number(figures.invalid_events),
        spend_returned: formatAmount(figures.spend_returned_micros),
        revenue_reversed: formatAmount(figures.revenue_reversed_micros),
      },
      placements: placements.flatMap(({ placement_id, ...placed }) => {
        const name = names.get(placement_id)
        if (!name) return []
        const paused_at = pausedSince(placement_id)
        return {
          placement_id,
          placement: name.name,
          publisher: name.publisher_name,
          publisher_domain: name.publisher_domain,
          push: name.push,
          impressions: Number(placed.impressions),
          ...presentSeen(placed),
          clicks: Number(placed.clicks),
          conversions: Number(placed.conversions),
          consumed: formatAmount(placed.spend_micros),
          revenue: formatAmount(placed.revenue_micros),
          paused_at: paused_at?.toISOString() ?? null,
          can_pause: parts.status === 'putting' && !paused_at && going.length > 1,
        }
      }),
      placement_pauses: pauses.map(({ placement_id, paused_at, resumed_at }) => ({
        placement: names.get(placement_id)?.name ?? '',
        paused_at: paused_at.toISOString(),
        resumed_at: resumed_at?.toISOString() ?? null,
      })),
    }
  })
}

/** Spend, revenue and what was seen of a customer's plan from its first event to its last. Throws `plan_not_found`. */
export async function readPlanChart(
  services: Services,
  customer_id: string,
  plan_id: string,
): Promise<OutputOf<typeof planChart>> {
  await ownedPlan(services, customer_id, plan_id)
  const as_of = services.clock.now()
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const span = await readPlanSpan(tx, plan_id)
    if (!span) return { points: [], as_of: as_of.toISOString() }
    const range = { from_ms: span.first.getTime(), until_ms: span.last.getTime() + MINUTE_MS }
    const bucket_ms = bucketFor(range.until_ms - range.from_ms, CHART_POINTS_MAX, MINUTE_MS)
    const points = await readPlanPoints(tx, plan_id, range, bucket_ms)
    const by_time = new Map(points.map((point) => [point.at_ms, point]))
    return {
      points: bucketsOf(range, bucket_ms, as_of.getTime()).map((at_ms) =>
        presentPoint(at_ms, by_time.get(at_ms) ?? NO_FIGURES),
      ),
      as_of: as_of.toISOString(),
    }
  })
}

function presentPoint(at_ms: number, figures: PlanPoint): OutputOf<typeof planChart>['points'][number] {
  return {
    at: new Date(at_ms).toISOString(),
    spend: formatAmount(figures.spend_micros),
    revenue: formatAmount(figures.revenue_micros),
    impressions: Number(figures.impressions),
    ...presentSeen(figures),
  }
}
