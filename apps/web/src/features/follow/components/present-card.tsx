import { isNonzero } from '@adtally/client/is-nonzero.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { TitledCard } from '../../../components/titled.tsx'
import { EndableTerms } from '../../../components/words/endable-terms.tsx'
import type { Term } from '../../../components/words/term-list.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { usePercent } from '../../../lib/figures/use-percent.ts'
import { type Relation, useEndFollow } from '../api/assistance.ts'

/** The leader followed now, the terms, and how to stop. */
export function PresentCard({ relation }: { relation: Relation }) {
  const t = useMessages('follow')
  const end = useEndFollow()
  const who = t('operator', { nickname: relation.nickname, operated_id: relation.operated_id })
  return (
    <TitledCard title={t('present.title')} look="muted" className="flex flex-col gap-2">
      <p className="text-20 font-semibold wrap-anywhere">{who}</p>
      {relation.related_party && (
        <p>
          <Chip tone="hold">{t('relatedLeader')}</Chip>
        </p>
      )}
      <EndableTerms
        terms={useTerms(relation)}
        end={{
          action: t('present.end'),
          question: t('end.question'),
          meaning: t('end.meaning'),
          confirm: t('end.confirm'),
          stay: t('end.back'),
        }}
        busy={end.isPending}
        onEnd={(onSettled) =>
          end.mutate(relation.relation_id, {
            onSuccess: () => showToast(t('end.done', { who }), 'positive'),
            onSettled,
          })
        }
      />
    </TitledCard>
  )
}

/** The terms, and where both people stand. */
function useTerms({ started_at, fee_percent, confirmed_plans, mark }: Relation): Term[] {
  const t = useMessages('follow')
  const format = useFormatters()
  const percent = usePercent()
  const currency = useCurrency()
  return [
    { label: t('present.since'), value: format.time(started_at, 'date') },
    {
      label: t('present.fee'),
      word: 'profit_share',
      value: percent(String(fee_percent)),
      ...(fee_percent > 0 ? { note: t('present.feeNote') } : {}),
    },
    { label: t('present.plans'), value: format.number(confirmed_plans) },
    {
      label: t('present.mark'),
      word: 'high_water_mark',
      value: <Amount value={mark.high_water} currency={currency} />,
      // At the high-water mark itself there is nothing to catch up on.
      ...(isNonzero(mark.missing) && {
        note: t('present.markNote', {
          cumulative: format.money(mark.cumulative, currency, { decimals: 'all' }),
          missing: format.money(mark.missing, currency, { decimals: 'all' }),
        }),
      }),
    },
    { label: t('present.shares'), value: <Amount value={mark.shares} currency={currency} /> },
  ]
}
