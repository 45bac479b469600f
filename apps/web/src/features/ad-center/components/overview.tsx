import type { StatisticsPeriod } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { FailedState, Skeleton } from '@adtally/ui/states.tsx'
import { lazy, Suspense } from 'react'
import { useOnline } from '../../../lib/use-online.ts'
import { type TimedReading, useReading, useReadingPoll, useReadingState } from '../api/statistics.ts'
import { AsOf } from './as-of.tsx'
import { CountReading, MoneyReading } from './reading-figures.tsx'

// The figures come first; what draws them over time follows into the room kept for it.
const PeriodChart = lazy(() => import('./period-chart.tsx'))

const isLearning = ({ reading }: TimedReading) => reading.learning_phase

function OverviewSkeleton() {
  const t = useMessages('ui')
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-100 w-full" />
      <Skeleton className="h-36 w-full" />
    </div>
  )
}

/** SPEC §9's text, shown while a running plan has too few conversions to be judged by. */
function LearningNote({ period }: { period: StatisticsPeriod }) {
  const t = useMessages('adCenter')
  if (!useReading(period, isLearning)) return null
  return <Banner>{t('learningPhase')}</Banner>
}

/** The eight figures of a period with their chart, live. */
export function Overview({ period }: { period: StatisticsPeriod }) {
  useReadingPoll(period)
  const online = useOnline()
  const { data: has_answer, isError, refetch } = useReadingState(period)
  if (!has_answer) {
    return isError || !online ? <FailedState onReload={() => refetch()} /> : <OverviewSkeleton />
  }
  return (
    <div className="flex flex-col gap-3">
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <MoneyReading period={period} member="profit" size={34} toned sign="always" />
          <AsOf period={period} />
        </div>
        <div className="grid grid-cols-2 gap-x-4">
          <MoneyReading period={period} member="consumed" />
          <MoneyReading period={period} member="advertising_revenue" />
        </div>
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <PeriodChart period={period} />
        </Suspense>
      </Card>
      <Card className="grid grid-cols-6 gap-x-4 gap-y-3">
        <div className="col-span-3">
          <MoneyReading period={period} member="invested" />
        </div>
        <div className="col-span-3">
          <MoneyReading period={period} member="to_be_consumed" />
        </div>
        <div className="col-span-2">
          <CountReading period={period} member="delivery_orders" />
        </div>
        <div className="col-span-2">
          <CountReading period={period} member="impressions" />
        </div>
        <div className="col-span-2">
          <CountReading period={period} member="clicks" />
        </div>
      </Card>
      <LearningNote period={period} />
    </div>
  )
}
