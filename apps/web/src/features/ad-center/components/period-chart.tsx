import type { OutputOf } from '@adtally/contract/call.ts'
import type { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SpendChart } from '../../../components/charts/spend-chart.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { chartQuery } from '../api/chart.ts'
import type { TimedReading } from '../api/statistics.ts'
import { hadNothing, useSpanText } from './span-before.ts'
import { useReading, useSource } from './use-reading.ts'

const readingOf = ({ reading }: TimedReading) => reading

/** The end of the last bucket, where lines stop even if the range ended long ago. */
function endOf(chart: OutputOf<typeof statisticsChart> | undefined): number {
  const last = chart?.points.at(-1)
  return chart && last ? Date.parse(last.at) + chart.bucket_ms : Number.POSITIVE_INFINITY
}

/** Spend and revenue over the period and the one before; the lines end at the figures shown. */
export default function PeriodChart() {
  const t = useMessages('adCenter')
  const words = useMessages('period')
  const spanText = useSpanText()
  const { asked } = useSource()
  const chart = useQuery(chartQuery(asked))
  const reading = useReading(readingOf)
  // The reading's time matters only when its sums change, so it is memoised with them.
  const ends_at_ms = endOf(chart.data)
  const now = useMemo(() => {
    if (!reading) return undefined
    const { as_of, consumed: spend, advertising_revenue: revenue } = reading
    return { at: new Date(Math.min(Date.parse(as_of), ends_at_ms)).toISOString(), spend, revenue }
  }, [reading, ends_at_ms])
  const estimated = reading?.estimated ?? false
  const before = chart.data?.before
  const compared = useMemo(
    () =>
      before && !hadNothing(before)
        ? { points: before.points, labels: [words('before.spend'), words('before.revenue')] as const }
        : undefined,
    [before, words],
  )
  const skeleton = <Skeleton className="h-63.5 w-full" />
  return (
    <Loaded query={chart} skeleton={skeleton}>
      {({ points }) =>
        now ? (
          <div>
            <SpendChart
              label={t('chart')}
              points={points}
              now={now}
              estimated={estimated}
              before={compared}
            />
            {asked.period !== 'all' && (
              <p className="text-12 text-muted">
                {!before && words('before.tooEarly')}
                {before &&
                  words(compared ? 'before.span' : 'before.nothingSentence', { span: spanText(before) })}
              </p>
            )}
          </div>
        ) : (
          skeleton
        )
      }
    </Loaded>
  )
}
