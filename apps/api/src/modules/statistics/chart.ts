import type { OutputOf } from '@adtally/contract/call.ts'
import type { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { QUARTER_MS } from '../../lib/time-zones.ts'
import type { Services } from '../services.ts'
import { checkOpenBy, readPeriod } from './load-reading.ts'
import { type Point, readCustomerPoints, readFirstQuarter } from './reading.repository.ts'
import { presentPeriod } from './reading.ts'
import { bucketFor, type Period, quarterOf, type Window, windowBefore, windowOf } from './rules.ts'

/** The maximum number of points in an ad-centre chart. */
export const CHART_POINTS_MAX = 96

export interface DrawnPoint {
  at: string
  spend: string
  revenue: string
}

/**
 * Spend and revenue of a customer's period so far, in equal buckets (0 if empty), with the total and buckets of the
 * period before. Throws `range_before_account`.
 */
export async function readChart(
  services: Services,
  customer_id: string,
  period: Period,
  zone: string,
): Promise<OutputOf<typeof statisticsChart>> {
  const now = services.clock.now()
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const window = windowOf(period, zone, now.getTime())
    await checkOpenBy(tx, customer_id, window)
    const first = Number.isFinite(window.from_ms) ? null : await readFirstQuarter(tx, customer_id)
    const range = rangeOf(window, first, now.getTime())
    const bucket_ms = bucketFor(range.until_ms - range.from_ms, CHART_POINTS_MAX)
    const points = await readCustomerPoints(tx, customer_id, range, bucket_ms)
    const before = windowBefore(period, zone, now.getTime())
    return {
      points: drawPoints(points, range, bucket_ms, now.getTime()),
      bucket_ms,
      before: before && (await readBefore(tx, customer_id, before, bucket_ms)),
      as_of: now.toISOString(),
    }
  })
}

async function readBefore(tx: Transaction, customer_id: string, window: Window, bucket_ms: number) {
  const points = await readCustomerPoints(tx, customer_id, window, bucket_ms)
  return {
    from: new Date(window.from_ms).toISOString(),
    until: new Date(window.until_ms).toISOString(),
    points: drawPoints(points, window, bucket_ms, window.until_ms),
    ...presentPeriod(await readPeriod(tx, customer_id, window)),
  }
}

/** The period itself; for all time, from the first event to the end of the current quarter hour. */
function rangeOf(period: Window, first: Date | null, now_ms: number): Window {
  if (Number.isFinite(period.from_ms)) return period
  return { from_ms: first?.getTime() ?? quarterOf(now_ms), until_ms: quarterOf(now_ms) + QUARTER_MS }
}

/** Every bucket that has begun, including empty ones. */
function drawPoints(
  points: readonly Point[],
  range: Window,
  bucket_ms: number,
  now_ms: number,
): DrawnPoint[] {
  const by_time = new Map(points.map((point) => [point.at_ms, point]))
  return bucketsOf(range, bucket_ms, now_ms).map((at_ms) => {
    const point = by_time.get(at_ms)
    return {
      at: new Date(at_ms).toISOString(),
      spend: formatAmount(point?.spend_micros ?? 0n),
      revenue: formatAmount(point?.revenue_micros ?? 0n),
    }
  })
}

/** When each bucket of a range begins, of those that have begun. */
export function bucketsOf(range: Window, bucket_ms: number, now_ms: number): number[] {
  const begins: number[] = []
  const end_ms = Math.min(range.until_ms, now_ms + 1)
  for (let at_ms = range.from_ms; at_ms < end_ms; at_ms += bucket_ms) begins.push(at_ms)
  return begins
}
