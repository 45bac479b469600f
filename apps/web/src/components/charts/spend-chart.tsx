import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount, MICROS_PER_UNIT, type Micros } from '@adtally/money/money.ts'
import { Button } from '@adtally/ui/button.tsx'
import type { ChartSeries } from '@adtally/ui/charts/chart-series.ts'
import { LiveChart } from '@adtally/ui/charts/live-chart.tsx'
import { part } from '@adtally/ui/part.tsx'
import { memo, Suspense, useMemo, useState } from 'react'
import { decimalsOfTicks, runningTotals, type SpendPoint, upTo } from './spend-totals.ts'

const ChartTable = part(() => import('./chart-table.tsx'))

interface SpendChartProps {
  label: string
  /** The sums of each bucket; `at` is its start. */
  points: readonly SpendPoint[]
  /** The sums shown beside the chart, where the lines end. */
  now: SpendPoint
  estimated: boolean
  /** The previous period in equally long buckets, with the names of its two lines. */
  before?: undefined | { points: readonly SpendPoint[]; labels: readonly [spend: string, revenue: string] }
  /** A horizontal line to compare with. */
  level?: undefined | { label: string; micros: Micros }
}

const DAY_MS = 86_400_000
const SHORT_MS = 1.5 * DAY_MS
/** Below this both ends of the axis would say the same minute. */
const MOMENTS_MS = 2 * 60_000

/** Spend and revenue as running totals over time; without data, a sentence of the same height. */
export const SpendChart = memo(function SpendChart(props: SpendChartProps) {
  const { label, points, now, estimated, before, level } = props
  const t = useMessages('plan')
  const format = useFormatters()
  const [has_table, setTable] = useState(false)
  // The buckets change less often than the current sums, which change each second.
  const past = useMemo(() => runningTotals(points, before?.points), [points, before])
  const totals = useMemo(() => {
    const lines = upTo(now, past, before?.points)
    return level ? lines.map(({ at, values }) => ({ at, values: [...values, level.micros] })) : lines
  }, [now, past, before, level])
  const is_empty = totals.every(({ values }) => values.every((value) => value === 0n))
  if (totals.length < 2 || is_empty) {
    return (
      <p className="flex min-h-47 items-center justify-center px-6 text-center text-14 text-muted">
        {t('chartEmpty')}
      </p>
    )
  }
  const series = seriesOf({ spend: t('spend'), revenue: t('revenue') }, { estimated, before, level })
  const written = (value: Micros) => format.amount(formatAmount(value))
  const span_ms = Date.parse(totals.at(-1)?.at ?? '') - Date.parse(totals[0]?.at ?? '')
  const formatAt = (at: string) => {
    if (span_ms < MOMENTS_MS) return format.time(at, 'seconds')
    return format.time(at, span_ms <= SHORT_MS ? 'time' : 'date-time')
  }
  return (
    <div className="flex flex-col gap-1">
      <LiveChart
        label={label}
        points={totals}
        series={series}
        readsLatest={false}
        formatValue={written}
        formatTicks={(values) =>
          values.every((value) => value % MICROS_PER_UNIT === 0n)
            ? values.map((value) => format.number(value / MICROS_PER_UNIT))
            : values.map((value) => format.amount(formatAmount(value), { decimals: decimalsOfTicks(values) }))
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
            head={[t('chartUntil'), ...series.map((each) => each.label)]}
            rows={totals.toReversed().map(({ at, values }) => [formatAt(at), ...values.map(written)])}
            onClose={() => setTable(false)}
          />
        </Suspense>
      )}
    </div>
  )
})

function seriesOf(
  names: { spend: string; revenue: string },
  { estimated, before, level }: Pick<SpendChartProps, 'estimated' | 'before' | 'level'>,
): ChartSeries[] {
  const [spend, revenue] = [
    { key: 'spend', label: names.spend, color: 'var(--color-accent)' },
    { key: 'revenue', label: names.revenue, color: 'var(--color-positive)' },
  ]
  const former = (before?.labels ?? []).map((label, index): ChartSeries => {
    const { key, color } = index === 0 ? spend : revenue
    return { key: `${key} before`, label, color, look: 'former' }
  })
  return [
    spend,
    { ...revenue, estimated },
    ...former,
    ...(level
      ? [{ key: 'level', label: level.label, color: 'var(--color-muted)', look: 'level' } as const]
      : []),
  ]
}
