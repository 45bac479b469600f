import { microsOf } from '@adtally/client/signed-amount.ts'
import { exactDecimals } from '@adtally/i18n/format-money.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TitledCard } from '../../../../components/titled.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Plan } from '../../api/plans.ts'
import { each, reasonOf, shareOf } from './result-reason.ts'

const PER_THOUSAND = 1000n

/** Why a plan had its result: the calculation, the reason in a sentence, and what each step cost. */
export function ResultReasonCard({ plan }: { plan: Plan }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const said = useReasonText(plan)
  if (said.length === 0) return null
  const { impressions, clicks, conversions } = plan.figures
  const spend_micros = microsOf(plan.consumed)
  const money = (amount: string) => (amount === '' ? '–' : format.money(amount, currency))
  // Cut to cents, a calculation would not add up.
  const decimals = exactDecimals(plan.revenue, plan.consumed, plan.profit)
  const rate = (share: number | null) => (share === null ? '–' : format.rate(share))
  return (
    <TitledCard title={t('why.title')} className="flex flex-col gap-2 pb-1">
      <p className="text-16">
        {t('why.calculation', {
          revenue: format.money(plan.revenue, currency, { decimals }),
          spend: format.money(plan.consumed, currency, { decimals }),
          profit: format.money(plan.profit, currency, { sign: 'always', decimals }),
        })}
      </p>
      {said.map((text) => (
        <p key={text} className="text-14">
          {text}
        </p>
      ))}
      <TermList
        terms={[
          {
            label: t('why.costPerConversion'),
            value: money(each(spend_micros, conversions)),
            note: t('why.payoutEach', { payout: format.money(plan.payout, currency) }),
          },
          { label: t('why.clickRate'), value: rate(shareOf(clicks, impressions)) },
          { label: t('why.conversionRate'), value: rate(shareOf(conversions, clicks)) },
          { label: t('why.costPerThousand'), value: money(each(spend_micros, impressions, PER_THOUSAND)) },
          { label: t('why.costPerClick'), value: money(each(spend_micros, clicks)) },
        ]}
      />
      <p className="pb-3 text-12 text-muted">{t('why.past')}</p>
    </TitledCard>
  )
}

/** The reason in sentences; empty before any spend. */
function useReasonText(plan: Plan): string[] {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const words = useMessages('planResult')
  const money = (amount: string) => format.money(amount, currency)
  const reason = reasonOf(plan)
  const { impressions, clicks, conversions, revenue_reversed } = plan.figures
  const spend = money(plan.consumed)
  switch (reason?.kind) {
    case undefined:
      return []
    case 'noClicks':
      return [t('why.noClicks', { spend, impressions })]
    case 'noConversions':
      return [t('why.noConversions', { spend, clicks })]
    case 'reversed':
      return [t('why.reversed', { reversed: money(revenue_reversed), without: money(reason.without) })]
    case 'promotional':
      return [
        words('promotional', { promotional: money(reason.promotional), without: money(reason.without) }),
      ]
    case 'perConversion': {
      const [cost, payout] = [money(reason.cost), money(plan.payout)]
      const sentence = t('why.perConversion', { conversions, cost, payout })
      return reason.needed === null
        ? [sentence]
        : [sentence, t('why.breakEven', { needed: Number(reason.needed) })]
    }
  }
}
