import type { StatisticsPeriod } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { part } from '@adtally/ui/part.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { Tabs } from '@adtally/ui/tabs.tsx'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { query_client } from '../../../lib/query-client.ts'
import { type AskedPeriod, readingQuery } from '../api/statistics.ts'
import { periodIn } from '../components/asked-period.ts'
import { FirstSteps } from '../components/first-steps.tsx'
import { Overview } from '../components/overview.tsx'
import { Shortcuts } from '../components/shortcuts.tsx'

// Below the first window, and large.
const RunningPlans = part(() => import('../components/running-plans.tsx'))

const RangeChoice = part(() => import('../components/range-choice.tsx'))

const PERIODS = ['today', 'week', 'month', 'all', 'range'] as const satisfies readonly StatisticsPeriod[]

/**
 * Requests today's figures, which the page starts with, before it renders.
 *
 * @public
 */
export function ask(): void {
  void query_client.prefetchQuery(readingQuery({ period: 'today' }))
}

/** /ad-center: live figures of a period, running plans, links to everything else. */
export default function AdCenterPage() {
  const t = useMessages('adCenter')
  const [search, setSearch] = useSearchParams()
  const asked = periodIn(search)
  const change = (next: AskedPeriod) => setSearch({ ...next }, { replace: true, preventScrollReset: true })
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pb-10 low:gap-2">
      <FirstSteps />
      <Tabs
        label={t('period')}
        tabs={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={asked.period}
        onChange={(period) => change({ period })}
      >
        {asked.period === 'range' && (
          <Suspense fallback={<Skeleton className="h-11 w-full" />}>
            <RangeChoice asked={asked} onChange={change} />
          </Suspense>
        )}
        {(asked.period !== 'range' || asked.from) && (
          <Overview key={Object.values(asked).join(' ')} asked={asked} />
        )}
      </Tabs>
      <Shortcuts />
      <Suspense fallback={<Skeleton className="h-60 w-full" />}>
        <RunningPlans />
      </Suspense>
    </div>
  )
}
