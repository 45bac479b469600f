import type { Word } from '@adtally/contract/words.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Figure } from '@adtally/ui/figure.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { TallyProgress } from '@adtally/ui/tally.tsx'
import { Suspense } from 'react'
import { Explained } from '../../../../components/words/explained.tsx'
import { useBudgetUsed } from '../../../../lib/figures/use-budget-used.ts'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Plan } from '../../api/plans.ts'

const PlanChart = part(() => import('./plan-chart.tsx'))

/** How the budget stands: tally, percent, what is left. */
function Budget({ plan }: { plan: Plan }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const used = useBudgetUsed(plan)
  return (
    <div className="flex items-center gap-3">
      <TallyProgress percent={used.percent} label={t('budgetUsed')} text={used.text} size={36} />
      <p className="flex min-w-0 flex-col">
        <span className="text-16 font-medium">
          {t('budgetUsedOf', {
            percent: used.text,
            amount: format.money(plan.put_amount, currency),
          })}
        </span>
        {plan.status !== 'settled' && (
          <span className="text-12 text-muted">
            {t('leftToConsume', { amount: format.money(plan.to_be_consumed, currency, { decimals: 'all' }) })}
          </span>
        )}
      </p>
    </div>
  )
}

function Meaning({ text, words }: { text: string; words: readonly Word[] }) {
  return (
    <>
      {text}
      <Explained words={words} />
    </>
  )
}

/** The result so far or for good, what it is made of, its course and the budget. */
export function PlanResult({ plan, onEntries }: { plan: Plan; onEntries: () => void }) {
  const t = useMessages('plan')
  const currency = useCurrency()
  const certainty = plan.estimated ? 'estimated' : 'settled'
  if (plan.status === 'putFailed') return <Banner tone="negative">{t('failedMeaning')}</Banner>
  return (
    <Card className="flex flex-col gap-4">
      <Figure
        label={plan.estimated ? t('profitEstimated') : t('profitSettled')}
        value={plan.profit}
        currency={currency}
        certainty={certainty}
        toned
        sign="always"
        size={34}
        explanation={
          <Meaning text={t('meanings.profit')} words={['profit', plan.estimated ? 'estimated' : 'settled']} />
        }
        onSource={onEntries}
      />
      <div className="figure-pair">
        <Figure
          label={t('spend')}
          value={plan.consumed}
          currency={currency}
          // Spend is never estimated, yet it goes on until settlement.
          certainty={plan.estimated ? 'booked' : 'settled'}
          explanation={<Meaning text={t('meanings.spend')} words={['spend', 'fee', 'valid']} />}
          onSource={onEntries}
        />
        <Figure
          label={t('revenue')}
          value={plan.revenue}
          currency={currency}
          certainty={certainty}
          explanation={<Meaning text={t('meanings.revenue')} words={['revenue', 'conversion', 'payout']} />}
          onSource={onEntries}
        />
      </div>
      <Suspense fallback={<Skeleton className="h-47 w-full" />}>
        <PlanChart plan={plan} />
      </Suspense>
      <Budget plan={plan} />
      {plan.learning_phase && <Banner>{t('learningNote')}</Banner>}
    </Card>
  )
}
