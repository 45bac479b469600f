import type { Micros } from '@adtally/money/money.ts'
import type { ChartPoint } from '@adtally/ui/charts/chart-geometry.ts'
import { microsOf } from '../../lib/figures/signed-amount.ts'

/** Spend and revenue at a moment, as a reply carries them. */
export interface SpendPoint {
  at: string
  spend: string
  revenue: string
}

/**
 * Decimals that show each of an axis's values as what it is, the same for all: an axis of 0.0050, 0.0100 and 0.0150 says
 * so, and never 0.01 twice.
 */
export function decimalsOfTicks(values: readonly Micros[]): 2 | 4 | 6 {
  if (values.every((value) => value % 10_000n === 0n)) return 2
  return values.every((value) => value % 100n === 0n) ? 4 : 6
}

type Sums = readonly [spend_micros: Micros, revenue_micros: Micros]

/** What had come by the beginning of each bucket, and last of all by the end. */
function sumsOf(points: readonly SpendPoint[]): Sums[] {
  const sums: Sums[] = [[0n, 0n]]
  for (const { spend, revenue } of points) {
    const [spend_micros, revenue_micros] = sums.at(-1) ?? [0n, 0n]
    sums.push([spend_micros + microsOf(spend), revenue_micros + microsOf(revenue)])
  }
  return sums
}

function firstChange(points: readonly SpendPoint[]): number {
  return points.findIndex(({ spend, revenue }) => microsOf(spend) !== 0n || microsOf(revenue) !== 0n)
}

/**
 * Running totals, so that the lines end at the figures shown beside them and their distance is the profit; where there
 * is a period before, its own beside them, bucket by bucket. They begin where something happened: a day's delivery that
 * began at noon has no flat line from midnight. The end is not among them: `upTo` adds it.
 */
export function runningTotals(
  points: readonly SpendPoint[],
  before: readonly SpendPoint[] | undefined,
): ChartPoint[] {
  const [sums, former] = [sumsOf(points), before && sumsOf(before)]
  const changes = [firstChange(points), firstChange(before ?? []), 0]
  const first = changes.find((index) => index >= 0 && index < points.length) ?? 0
  return points.slice(first).map(({ at }, offset) => {
    const index = first + offset
    const past = former && (former[index] ?? former.at(-1))
    return { at, values: [...(sums[index] ?? []), ...(past ?? [])] }
  })
}

/** The totals up to the present sums; none where there is no bucket. */
export function upTo(
  now: SpendPoint,
  totals: readonly ChartPoint[],
  before: readonly SpendPoint[] | undefined,
): ChartPoint[] {
  if (totals.length === 0) return []
  const former = before ? (sumsOf(before).at(-1) ?? []) : []
  return [...totals, { at: now.at, values: [microsOf(now.spend), microsOf(now.revenue), ...former] }]
}
