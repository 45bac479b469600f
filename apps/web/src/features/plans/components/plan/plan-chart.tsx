import { microsOf } from '@adtally/client/signed-amount.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SpendChart } from '../../../../components/charts/spend-chart.tsx'
import { Loaded } from '../../../../components/loaded.tsx'
import { Word } from '../../../../components/words/word.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { useSentenceGap } from '../../../../lib/sentence-gap.ts'
import { isDelivering, type Plan, planChartQuery } from '../../api/plans.ts'
import { breakEvenOf } from './break-even.ts'

const MINUTE_MS = 60_000

/** Spend and revenue over the plan's life; the lines end at the figures above. */
export default function PlanChart({ plan }: { plan: Plan }) {
  const t = useMessages('plan')
  const words = useMessages('planResult')
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
  const level = useMemo(() => {
    const micros = microsOf(revenue)
    return micros === 0n ? undefined : { label: words('breakEven.line'), micros }
  }, [revenue, words])
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-59.5 w-full" />}>
      {(chart) => (
        <div>
          <SpendChart
            label={t('chart')}
            points={chart.points}
            now={now}
            estimated={plan.estimated}
            level={level}
          />
          <BreakEven plan={plan} />
        </div>
      )}
    </Loaded>
  )
}

/** Sentences on where the plan would have broken even; empty before any spend. */
function BreakEven({ plan }: { plan: Plan }) {
  const words = useMessages('planResult')
  const format = useFormatters()
  const currency = useCurrency()
  const gap = useSentenceGap()
  const found = breakEvenOf(plan)
  if (!found) return null
  const money = (amount: string) => format.money(amount, currency)
  const { conversions } = plan.figures
  return (
    <p className="text-14">
      {conversions === 0
        ? words(plan.estimated ? 'breakEven.none' : 'breakEven.noneSettled')
        : words('breakEven.covered', {
            conversions,
            revenue: money(plan.revenue),
            spend: money(plan.consumed),
          })}
      {found.rate && (
        <>
          {gap}
          {words('breakEven.rate', {
            click: money(found.rate.cost_per_click),
            payout: money(plan.payout),
            needed: format.rate(found.rate.needed),
            actual: format.rate(found.rate.actual),
          })}
        </>
      )}
      <span className="block">
        <Word of="break_even">{words('breakEven.line')}</Word>
      </span>
    </p>
  )
}
