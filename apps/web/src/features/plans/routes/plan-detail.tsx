import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Timeline } from '@adtally/ui/timeline.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { Loaded } from '../../../components/loaded.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { type Plan, planQuery } from '../api/plans.ts'
import { Gone } from '../components/gone.tsx'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { usePlanSteps } from '../components/placing/plan-steps.ts'
import { ReceiptCard } from '../components/placing/receipt-card.tsx'
import { DeliveryCard } from '../components/plan/delivery-card.tsx'
import { FilmCard } from '../components/plan/film-card.tsx'
import { PlacementsCard } from '../components/plan/placements-card.tsx'
import { PlanActions } from '../components/plan/plan-actions.tsx'
import { PlanHead } from '../components/plan/plan-head.tsx'
import { PlanResult } from '../components/plan/plan-result.tsx'
import { PlanTerms } from '../components/plan/plan-terms.tsx'
import { ResultReasonCard } from '../components/plan/result-reason-card.tsx'
import { SettlementCard } from '../components/plan/settlement-card.tsx'
import { PlanLists, type PlanSheet } from '../components/plan-lists.tsx'

/** /plan/detail?id=: a plan's status, its results and costs, and everything behind them. */
export default function PlanDetailPage() {
  const [search] = useSearchParams()
  const plan_id = search.get('id')
  if (!plan_id) return <Navigate to="/plan?tab=mine" replace />
  return <PlanPage key={plan_id} plan_id={plan_id} />
}

function PlanPage({ plan_id }: { plan_id: string }) {
  const query = useQuery(planQuery(plan_id))
  return (
    <Loaded query={query} skeleton={<PageSkeleton />} gone={<Gone what="plan" />}>
      {(plan) => <PlanView plan={plan} />}
    </Loaded>
  )
}

function PlanView({ plan }: { plan: Plan }) {
  const t = useMessages('plan')
  const stepsOf = usePlanSteps()
  const [sheet, setSheet] = useState<PlanSheet | null>(null)
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      <PlanHead plan={plan} />
      <PlanResult plan={plan} onEntries={() => setSheet('entries')} />
      <PlanActions plan={plan} />
      {plan.status !== 'putFailed' && <ResultReasonCard plan={plan} />}
      {plan.settlement && <SettlementCard settlement={plan.settlement} />}
      <ReceiptCard plan={plan} />
      <TitledCard title={t('timeline')} className="flex flex-col gap-3 pb-0">
        <Timeline label={t('timeline')} steps={stepsOf(plan)} />
      </TitledCard>
      {plan.status !== 'putFailed' && (
        <>
          <DeliveryCard plan={plan} onOpen={setSheet} />
          {plan.figures.film && <FilmCard film={plan.figures.film} onDays={() => setSheet('days')} />}
          <PlacementsCard plan={plan} />
        </>
      )}
      <PlanLists plan={plan} open={sheet} onOpen={setSheet} />
      <PlanTerms plan={plan} />
    </div>
  )
}
