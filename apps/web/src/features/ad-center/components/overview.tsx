import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Loading, Skeleton } from '@adtally/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { NotLoaded } from '../../../components/not-loaded.tsx'
import { useArrival } from '../../../components/use-arrival.ts'
import { useOnline } from '../../../lib/device/use-online.ts'
import { type AskedPeriod, readingSource, type TimedReading } from '../api/statistics.ts'
import { AsOf } from './as-of.tsx'
import { CountReading, MoneyReading } from './reading-figures.tsx'
import { ReadingContext, useHasFailed, useReading, useRefusal } from './use-reading.ts'

// The figures come first; the chart loads into its reserved room.
const PeriodChart = part(() => import('./period-chart.tsx'))

const hasAnswer = () => true
const isLearning = ({ reading }: TimedReading) => reading.learning_phase

function OverviewSkeleton({ is_all }: { is_all: boolean }) {
  return (
    <Loading className="gap-3">
      <Skeleton className="h-87 w-full low:h-78" />
      <Skeleton className={is_all ? 'h-33.5 w-full' : 'h-38.5 w-full'} />
    </Loading>
  )
}

/** SPEC §9's text while a running plan has too few conversions to judge. */
function LearningNote() {
  const t = useMessages('adCenter')
  if (!useReading(isLearning)) return null
  return <Banner>{t('learningPhase')}</Banner>
}

/** Explains a 0 beside a running plan: it was placed before the period. */
function InvestedNote() {
  return <p className="-mt-2 text-12 text-muted">{useMessages('adCenter')('investedCounts')}</p>
}

/** The eight live figures of a period, with their chart. */
export function Overview({ asked }: { asked: AskedPeriod }) {
  const client = useQueryClient()
  const [source] = useState(() => readingSource(client, asked))
  return (
    <ReadingContext value={source}>
      <Figures is_all={asked.period === 'all'} onReload={source.reload} />
    </ReadingContext>
  )
}

function Figures({ is_all, onReload }: { is_all: boolean; onReload: () => void }) {
  const online = useOnline()
  const has_failed = useHasFailed()
  const refusal = useRefusal()
  const has_answer = useReading(hasAnswer) ?? false
  const has_arrived = useArrival(has_answer)
  if (!has_arrived) {
    const is_lost = !has_answer && (has_failed || !online)
    return is_lost ? (
      <NotLoaded onReload={onReload} message={refusal} />
    ) : (
      <OverviewSkeleton is_all={is_all} />
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <Card className="flex flex-col gap-4 low:gap-1.5 low:py-2">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 low:gap-y-0">
          <MoneyReading member="profit" size={34} toned sign="always" />
          <AsOf />
        </div>
        <div className="figure-pair">
          <MoneyReading member="consumed" />
          <MoneyReading member="advertising_revenue" />
        </div>
        <Suspense fallback={<Skeleton className="h-47 w-full" />}>
          <PeriodChart />
        </Suspense>
      </Card>
      <Card className="flex flex-col gap-3">
        <div className="figure-pair">
          <MoneyReading member="invested" />
          <MoneyReading member="to_be_consumed" />
        </div>
        {!is_all && <InvestedNote />}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(calc(5.5rem*var(--text-scale,1)),1fr))] gap-x-4 gap-y-3">
          <CountReading member="delivery_orders" />
          <CountReading member="impressions" />
          <CountReading member="clicks" />
        </div>
      </Card>
      <LearningNote />
    </div>
  )
}
