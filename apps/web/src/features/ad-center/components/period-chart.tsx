import type { StatisticsPeriod } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { SpendChart } from '../../../components/spend-chart.tsx'
import { chartQuery, type TimedReading } from '../api/statistics.ts'
import { useReading } from './use-reading.ts'

const readingOf = ({ reading }: TimedReading) => reading

/** Spend and revenue over the period; the lines end at the figures shown. */
export default function PeriodChart({ period }: { period: StatisticsPeriod }) {
  const t = useMessages('adCenter')
  const chart = useQuery(chartQuery(period))
  const reading = useReading(readingOf)
  // The time counts only where the sums change: so the reading's own, which stays while nothing does.
  const now = useMemo(
    () => reading && { at: reading.as_of, spend: reading.consumed, revenue: reading.advertising_revenue },
    [reading],
  )
  const estimated = reading?.estimated ?? false
  const skeleton = <Skeleton className="h-45.5 w-full" />
  return (
    <Loaded query={chart} skeleton={skeleton}>
      {({ points }) =>
        now ? <SpendChart label={t('chart')} points={points} now={now} estimated={estimated} /> : skeleton
      }
    </Loaded>
  )
}
