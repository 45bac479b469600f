import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { SpendChart } from '../../../components/spend-chart.tsx'
import { isDelivering, type Plan, planChartQuery } from '../api/plans.ts'

const MINUTE_MS = 60_000

/** Spend and revenue over the plan's life; the lines end at the figures above. */
export default function PlanChart({ plan }: { plan: Plan }) {
  const t = useMessages('plan')
  const delivering = isDelivering(plan)
  const query = useQuery(planChartQuery(plan.plan_id, delivering))
  const { consumed: spend, revenue } = plan
  const points = query.data?.points
  const as_of = query.data?.as_of ?? plan.create_time
  const now = useMemo(() => {
    const last_ms = Date.parse(points?.at(-1)?.at ?? as_of) + MINUTE_MS
    const at = delivering ? as_of : new Date(last_ms).toISOString()
    return { at, spend, revenue }
  }, [points, as_of, delivering, spend, revenue])
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-45.5 w-full" />}>
      {(chart) => (
        <SpendChart label={t('chart')} points={chart.points} now={now} estimated={plan.estimated} />
      )}
    </Loaded>
  )
}
