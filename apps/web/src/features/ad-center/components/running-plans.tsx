import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { Link } from 'react-router'
import { NotLoaded } from '../../../components/not-loaded.tsx'
import { PlanRow } from '../../../components/plan-row.tsx'
import { useArrival } from '../../../components/use-arrival.ts'
import { useOnline } from '../../../lib/device/use-online.ts'
import { useRunningPlans } from '../api/running-plans.ts'

/** The plans in progress, with a link to all plans. */
export default function RunningPlans() {
  const t = useMessages('adCenter')
  const online = useOnline()
  const { plans, has_failed, reload } = useRunningPlans()
  const has_arrived = useArrival(plans !== undefined)
  return (
    <Card aria-labelledby="running-plans" className="pb-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="running-plans" className="text-16 font-semibold">
          {t('runningPlans')}
        </h2>
        <Link
          to="/plan?tab=mine"
          className="inline-flex min-h-11 items-center rounded-control text-14 font-medium whitespace-nowrap text-accent"
        >
          {t('allPlans')}
        </Link>
      </div>
      {plans === undefined || !has_arrived ? (
        plans === undefined && (has_failed || !online) ? (
          <NotLoaded onReload={reload} />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : plans.length === 0 ? (
        <EmptyState title={t('noPlanTitle')}>{t('noPlanText')}</EmptyState>
      ) : (
        <ul aria-label={t('runningPlans')} className="divide-y divide-line">
          {plans.map((plan) => (
            <li key={plan.plan_id}>
              <PlanRow plan={plan} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
