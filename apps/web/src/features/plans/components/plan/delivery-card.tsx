import type { Word } from '@adtally/contract/words.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { CountFigure } from '../../../../components/charts/count-figure.tsx'
import { TitledCard } from '../../../../components/titled.tsx'
import { Explained } from '../../../../components/words/explained.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { usePercent } from '../../../../lib/figures/use-percent.ts'
import type { Plan } from '../../api/plans.ts'
import type { PlanSheet } from '../plan-lists.tsx'

const COUNTS = ['impressions', 'viewable', 'clicks', 'conversions', 'invalid_events'] as const

const WORDS = {
  impressions: ['impression', 'valid'],
  viewable: ['viewable'],
  clicks: ['click', 'valid'],
  conversions: ['conversion', 'conversion_cap', 'owed_conversion'],
  invalid_events: ['invalid_traffic'],
} as const satisfies Record<(typeof COUNTS)[number], readonly Word[]>

/** Delivery's counts, the share of impressions that could be seen, and what was charged back and refunded as invalid. */
export function DeliveryCard({ plan, onOpen }: { plan: Plan; onOpen: (sheet: PlanSheet) => void }) {
  const t = useMessages('plan')
  const words = useMessages('planResult')
  const percent = usePercent()
  const format = useFormatters()
  const currency = useCurrency()
  const { figures } = plan
  const source = (count: (typeof COUNTS)[number]) => {
    if (count === 'conversions') return { onSource: () => onOpen('conversions') }
    return { onSource: () => onOpen(count === 'invalid_events' ? 'invalid' : 'days') }
  }
  return (
    <TitledCard title={t('delivery')} className="flex flex-col gap-3 pb-1">
      {/* On phones, where they take two or three columns, the last of the five has what is left of its line. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(calc(5.5rem*var(--text-scale,1)),1fr))] gap-x-4 gap-y-3 max-[35rem]:*:last:col-span-2">
        {COUNTS.map((count) => (
          <CountFigure
            key={count}
            label={t(`counts.${count}`)}
            value={figures[count]}
            explanation={
              <>
                {t(`countMeanings.${count}`, { cap: plan.conversion_cap })}
                <Explained words={WORDS[count]} />
              </>
            }
            {...source(count)}
          />
        ))}
      </div>
      <TermList
        terms={[
          ...(figures.viewability_percent === null
            ? []
            : [
                {
                  label: words('seen.viewability'),
                  word: 'viewable' as const,
                  value: percent(figures.viewability_percent),
                  note: words('seen.viewabilityNote', {
                    viewable: format.number(figures.viewable),
                    impressions: format.number(figures.impressions),
                  }),
                },
              ]),
          {
            label: t('spendReturned'),
            value: format.money(figures.spend_returned, currency, { decimals: 'all' }),
          },
          {
            label: t('revenueReversed'),
            value: format.money(figures.revenue_reversed, currency, { decimals: 'all' }),
          },
        ]}
      />
    </TitledCard>
  )
}
