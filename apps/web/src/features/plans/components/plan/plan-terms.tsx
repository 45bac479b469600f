import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { TitledCard } from '../../../../components/titled.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Plan } from '../../api/plans.ts'
import { wireMicros } from '../placing/placing-rules.ts'

/** The means that paid a plan; empty if it was all the customer's own money. */
function paidBy({ funding: { cash, discount, startup } }: Plan) {
  const promoted = [
    { who: 'byCoupon' as const, amount: discount },
    { who: 'byStartup' as const, amount: startup },
  ].filter(({ amount }) => wireMicros(amount) > 0n)
  return promoted.length === 0 ? [] : [...promoted, { who: 'byYou' as const, amount: cash }]
}

/** The terms fixed when the plan was placed. */
export function PlanTerms({ plan }: { plan: Plan }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const reserved_micros = BigInt(plan.conversion_cap) * wireMicros(plan.payout)
  return (
    <TitledCard title={t('planTerms')} className="pb-1">
      <TermList
        terms={[
          { label: t('number'), value: plan.number },
          { label: t('amount'), value: format.money(plan.put_amount, currency) },
          ...paidBy(plan).map(({ who, amount }) => ({
            label: t(`pay.${who}`),
            value: format.money(amount, currency),
          })),
          { label: t('payout'), word: 'payout', value: format.money(plan.payout, currency) },
          {
            label: t('capLabel'),
            word: 'conversion_cap',
            value: t('capConversions', { count: plan.conversion_cap }),
            note: t('capReserved', { amount: format.money(formatAmount(reserved_micros), currency) }),
          },
          { label: t('endsAt'), value: format.time(plan.ends_at) },
          { label: t('policyVersion'), value: plan.policy_version },
        ]}
      />
    </TitledCard>
  )
}
