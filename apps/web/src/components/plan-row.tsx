import type { OutputOf } from '@adtally/contract/call.ts'
import type { planList } from '@adtally/contract/plans/plans.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { TallyProgress } from '@adtally/ui/tally.tsx'
import { memo } from 'react'
import { Link } from 'react-router'
import { useBudgetUsed } from '../lib/figures/use-budget-used.ts'
import { useCurrency } from '../lib/figures/use-currency.ts'
import { PlanStatusChip } from './plan-status-chip.tsx'
import { ProductPicture } from './product-picture.tsx'

export type PlanCard = OutputOf<typeof planList>['items'][number]

/** The address of a plan's page. */
export function planAddress(plan_id: string): string {
  return `/plan/detail?id=${encodeURIComponent(plan_id)}`
}

/** A plan in a list: product, number, amount, progress, and its result so far with its certainty. */
export const PlanRow = memo(function PlanRow({ plan }: { plan: PlanCard }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const { status, estimated } = plan
  const used = useBudgetUsed(plan)
  const has_failed = status === 'putFailed'
  return (
    <Link to={planAddress(plan.plan_id)} className="flex items-start gap-3 rounded-control py-3">
      <ProductPicture url={plan.image_url} />
      <span className="flex min-w-0 flex-auto flex-col gap-1.5">
        <span className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <span className="flex min-w-0 flex-[1_1_8rem] flex-col">
            <span className="text-16 font-medium">{plan.product_name}</span>
            <span className="flex flex-wrap gap-x-2 text-12 text-muted">
              <span>{plan.number}</span> <span>{format.money(plan.put_amount, currency)}</span>
            </span>
          </span>
          {!has_failed && (
            <span className="ml-auto flex max-w-full flex-col items-end text-right">
              <Amount
                value={plan.profit}
                currency={currency}
                certainty={estimated ? 'estimated' : 'settled'}
                toned
                sign="always"
                className="text-16 font-medium"
              />
              <span className="text-12 text-muted">
                {estimated ? t('profitEstimated') : t('profitSettled')}
              </span>
            </span>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PlanStatusChip status={status} paused={plan.paused} />
          {!has_failed && (
            <span className="flex items-center gap-1.5 text-12 text-muted">
              <TallyProgress percent={used.percent} label={t('budgetUsed')} text={used.text} size={18} />
              {used.text}
            </span>
          )}
          {plan.learning_phase && <span className="text-12 text-muted">{t('learning')}</span>}
        </span>
      </span>
    </Link>
  )
})
