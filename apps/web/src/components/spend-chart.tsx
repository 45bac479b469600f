import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount, MICROS_PER_UNIT, type Micros } from '@adtally/money/money.ts'
import { Button } from '@adtally/ui/button.tsx'
import type { ChartPoint } from '@adtally/ui/chart-geometry.ts'
import { LiveChart } from '@adtally/ui/live-chart.tsx'
import { part } from '@adtally/ui/part.tsx'
import { memo, Suspense, useMemo, useState } from 'react'
import { microsOf } from '../lib/signed-amount.ts'

const ChartTable = part(() => import('./chart-table.tsx'))

/** Spend and revenue at a moment, as a reply carries them. */
export interface SpendPoint {
  at: string
  spend: string
  revenue: string
}

interface SpendChartProps {
  label: string
  /** What happened in each bucket; `at` is its beginning. */
  points: readonly SpendPoint[]
  /** The sums shown beside the chart, with their time: the lines end there. */
  now: SpendPoint
  estimated: boolean
}

const DAY_MS = 86_400_000
const SHORT_MS = 1.5 * DAY_MS

/** Without the buckets before anything happened: a day's delivery that began at noon has no flat line from midnight. */
function fromFirstChange(points: readonly SpendPoint[]): readonly SpendPoint[] {
  const first = points.findIndex(({ spend, revenue }) => microsOf(spend) !== 0n || microsOf(revenue) !== 0n)
  return first < 0 ? points : points.slice(first)
}

/** Running totals, so that the lines end at the figures shown beside them and their distance is the profit. */
function runningTotals(all_points: readonly SpendPoint[]): ChartPoint[] {
  const points = fromFirstChange(all_points)
  const [first] = points
  if (!first) return []
  let spend_micros: Micros = 0n
  let revenue_micros: Micros = 0n
  const totals: ChartPoint[] = [{ at: first.at, values: [0n, 0n] }]
  for (const [index, { spend, revenue }] of points.entries()) {
    spend_micros += microsOf(spend)
    revenue_micros += microsOf(revenue)
    // A bucket's sum is reached when the next one begins; the last bucket ends in the present sums.
    const next = points[index + 1]
    if (next) totals.push({ at: next.at, values: [spend_micros, revenue_micros] })
  }
  return totals
}

/** The totals up to the present sums; none where there is no bucket. */
function upTo(now: SpendPoint, totals: readonly ChartPoint[]): ChartPoint[] {
  if (totals.length === 0) return []
  return [...totals, { at: now.at, values: [microsOf(now.spend), microsOf(now.revenue)] }]
}

/** Spend and revenue as running totals over time; nothing to draw is said in words of the same height. */
export const SpendChart = memo(function SpendChart({ label, points, now, estimated }: SpendChartProps) {
  const t = useMessages('plan')
  const format = useFormatters()
  const [has_table, setTable] = useState(false)
  // The buckets are read less often than the present sums, which change each second.
  const past = useMemo(() => runningTotals(points), [points])
  const totals = useMemo(() => upTo(now, past), [now, past])
  const is_empty = totals.every(({ values }) => values.every((value) => value === 0n))
  if (totals.length < 2 || is_empty) {
    return (
      <p className="flex min-h-45.5 items-center justify-center px-6 text-center text-14 text-muted">
        {t('chartEmpty')}
      </p>
    )
  }
  const written = (value: Micros) => format.amount(formatAmount(value))
  const span_ms = Date.parse(totals.at(-1)?.at ?? '') - Date.parse(totals[0]?.at ?? '')
  const formatAt = (at: string) => format.time(at, span_ms <= SHORT_MS ? 'time' : 'date-time')
  return (
    <div className="flex flex-col gap-1">
      <LiveChart
        label={label}
        points={totals}
        series={[
          { key: 'spend', label: t('spend'), color: 'var(--color-accent)' },
          { key: 'revenue', label: t('revenue'), color: 'var(--color-positive)', estimated },
        ]}
        readsLatest={false}
        formatValue={written}
        formatTicks={(values) =>
          values.every((value) => value % MICROS_PER_UNIT === 0n)
            ? values.map((value) => format.number(value / MICROS_PER_UNIT))
            : values.map(written)
        }
        formatAt={formatAt}
      />
      <Button variant="quiet" className="self-start px-0! text-14!" onClick={() => setTable(true)}>
        {t('chartTable')}
      </Button>
      {has_table && (
        <Suspense>
          <ChartTable
            label={label}
            head={[t('chartUntil'), t('spend'), t('revenue')]}
            rows={totals.toReversed().map(({ at, values }) => [formatAt(at), ...values.map(written)])}
            onClose={() => setTable(false)}
          />
        </Suspense>
      )}
    </div>
  )
})
