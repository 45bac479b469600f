import { microsOf } from '@adtally/client/signed-amount.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { ChartPoint } from '@adtally/ui/charts/chart-geometry.ts'

/** Spend and revenue at a moment, as in a reply. */
export interface SpendPoint {
  at: string
  spend: string
  revenue: string
}

/** The fewest decimals that show an axis's values exactly: 0.0050, 0.0100 and 0.0150 must not read as 0.01 twice. */
export function decimalsOfTicks(values: readonly Micros[]): 2 | 4 | 6 {
  if (values.every((value) => value % 10_000n === 0n)) return 2
  return values.every((value) => value % 100n === 0n) ? 4 : 6
}

type Sums = readonly [spend_micros: Micros, revenue_micros: Micros]

/** Running sums at the start of each bucket, and at the end. */
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
 * Running totals: the lines end at the figures shown beside them and their distance is the profit. The previous
 * period, if given, is added bucket by bucket. They start at the first change, so that a day whose delivery began at
 * noon has no flat line from midnight. `upTo` adds the end.
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

/** The totals with the current sums as their end; empty if there are no buckets. */
export function upTo(
  now: SpendPoint,
  totals: readonly ChartPoint[],
  before: readonly SpendPoint[] | undefined,
): ChartPoint[] {
  if (totals.length === 0) return []
  const former = before ? (sumsOf(before).at(-1) ?? []) : []
  return [...totals, { at: now.at, values: [microsOf(now.spend), microsOf(now.revenue), ...former] }]
}
