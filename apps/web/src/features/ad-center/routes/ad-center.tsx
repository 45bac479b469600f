import { STATISTICS_PERIODS, type StatisticsPeriod } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { part } from '@adtally/ui/part.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { Tabs } from '@adtally/ui/tabs.tsx'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { query_client } from '../../../lib/query-client.ts'
import { readingQuery } from '../api/statistics.ts'
import { FirstSteps } from '../components/first-steps.tsx'
import { Overview } from '../components/overview.tsx'
import { Shortcuts } from '../components/shortcuts.tsx'

// Below the first window, and of a weight of its own.
const RunningPlans = part(() => import('../components/running-plans.tsx'))

const PERIODS = ['today', 'week', 'month', 'all'] as const satisfies readonly StatisticsPeriod[]

function isPeriod(text: string | null): text is StatisticsPeriod {
  return text !== null && Object.hasOwn(STATISTICS_PERIODS, text)
}

/**
 * Asks for today's figures, which the page begins with, before it is drawn.
 *
 * @public
 */
export function ask(): void {
  void query_client.prefetchQuery(readingQuery('today'))
}

/** /ad-center: what the plans did in a period, live; the plans under way; ways to everything else. */
export default function AdCenterPage() {
  const t = useMessages('adCenter')
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('period')
  const period = isPeriod(chosen) ? chosen : 'today'
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pb-10">
      <FirstSteps />
      <Tabs
        label={t('period')}
        tabs={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={period}
        onChange={(next) => setSearch({ period: next }, { replace: true, preventScrollReset: true })}
      >
        <Overview key={period} period={period} />
      </Tabs>
      <Shortcuts />
      <Suspense fallback={<Skeleton className="h-60 w-full" />}>
        <RunningPlans />
      </Suspense>
    </div>
  )
}
