import { formatAmount } from '@adtally/money/money.ts'
import type { Services } from '../services.ts'
import { type Point, readCustomerPoints, readFirstQuarter } from './reading.repository.ts'
import { bucketFor, type PeriodType, quarterOf, type Window, windowOf } from './rules.ts'
import { QUARTER_MS } from './zone.ts'

/** A chart of the ad centre draws at most so many points. */
export const CHART_POINTS_MAX = 96

/** A point as it is answered. */
export interface DrawnPoint {
  at: string
  spend: string
  revenue: string
}

/** Spend and revenue of a customer's period up to now, in equal buckets; those with nothing in them are 0. */
export async function readChart(
  services: Services,
  customer_id: string,
  type: PeriodType,
  zone: string,
): Promise<{ points: DrawnPoint[]; bucket_ms: number; as_of: string }> {
  const now = services.clock.now()
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const period = windowOf(type, zone, now.getTime())
    const first = Number.isFinite(period.from_ms) ? null : await readFirstQuarter(tx, customer_id)
    const range = rangeOf(period, first, now.getTime())
    const bucket_ms = bucketFor(range.until_ms - range.from_ms, CHART_POINTS_MAX)
    const points = await readCustomerPoints(tx, customer_id, range, bucket_ms)
    return {
      points: drawPoints(points, range, bucket_ms, now.getTime()),
      bucket_ms,
      as_of: now.toISOString(),
    }
  })
}

/** The period itself; of all time, from the first event to the end of the present quarter hour. */
function rangeOf(period: Window, first: Date | null, now_ms: number): Window {
  if (Number.isFinite(period.from_ms)) return period
  return { from_ms: first?.getTime() ?? quarterOf(now_ms), until_ms: quarterOf(now_ms) + QUARTER_MS }
}

/** Every bucket that has begun, those without events too. */
export function drawPoints(
  points: readonly Point[],
  range: Window,
  bucket_ms: number,
  now_ms: number,
): DrawnPoint[] {
  const by_time = new Map(points.map((point) => [point.at_ms, point]))
  const drawn: DrawnPoint[] = []
  const end_ms = Math.min(range.until_ms, now_ms + 1)
  for (let at_ms = range.from_ms; at_ms < end_ms; at_ms += bucket_ms) {
    const point = by_time.get(at_ms)
    drawn.push({
      at: new Date(at_ms).toISOString(),
      spend: formatAmount(point?.spend_micros ?? 0n),
      revenue: formatAmount(point?.revenue_micros ?? 0n),
    })
  }
  return drawn
}
