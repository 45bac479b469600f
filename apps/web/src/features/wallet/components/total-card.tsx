import { isNonzero } from '@adtally/client/is-nonzero.ts'
import type { Word } from '@adtally/contract/words.ts'
import { exactDecimals } from '@adtally/i18n/format-money.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { Certainty } from '@adtally/ui/amount.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Figure } from '@adtally/ui/figure.tsx'
import { RefreshButton } from '../../../components/refresh.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { Explained } from '../../../components/words/explained.tsx'
import type { Property } from '../../../lib/figures/property-query.ts'
import type { FlowFilter } from '../api/fund-flow.ts'
import { PartsBar } from './parts-bar.tsx'

interface FiguresProps {
  property: Property
  /** Leads to the entries that a figure is the sum of. */
  onSource: (filter: FlowFilter) => void
}

/** Digits from which the largest size no longer fits a narrow phone. */
const LONG_AMOUNT = 10

const PROMOTIONAL = [
  { key: 'discount_amount', part: 'discount', words: ['discount_amount', 'coupon'] },
  { key: 'startup_funds', part: 'startup', words: ['startup_funds'] },
] as const

const LIFETIME_SUMS = [
  { key: 'sys_chargebacks', type: 'system_chargeback' },
  { key: 'virtual_recharge_deduction', type: 'virtual_recharge_deduction' },
  { key: 'profit_sharing', type: 'profit_sharing' },
] as const

const PARTS = [
  { key: 'available_balance', part: 'available', words: ['available_funds'] },
  { key: 'pending_spend', part: 'pending_spend', words: ['pending_spend', 'spend'] },
  { key: 'to_be_settled', part: 'to_be_settled', words: ['estimated', 'settlement'] },
  { key: 'on_hold', part: 'on_hold', words: ['on_hold'] },
] as const

interface MeaningProps {
  part: (typeof PARTS)[number]['part'] | (typeof PROMOTIONAL)[number]['part']
  words: readonly Word[]
}

/** What a part of the wallet is, with the words behind it. */
function Meaning({ part, words }: MeaningProps) {
  const t = useMessages('wallet')
  return (
    <>
      {t(`partMeaning.${part}`)}
      <Explained words={words} />
    </>
  )
}

/** Total assets and the parts that they are the sum of; each figure opens (DESIGN). */
export function TotalCard({ property, onSource }: FiguresProps) {
  const t = useMessages('wallet')
  const { money, time } = useFormatters()
  const { currency, holds, total_assets, estimated_part, promotional_part } = property
  const decimals = exactDecimals(total_assets, ...PARTS.map(({ key }) => property[key]))
  const estimated = { amount: money(estimated_part, currency, { decimals: 'all' }) }
  const [until] = holds.flatMap(({ deadline }) => deadline ?? []).sort()
  const notes = [
    ...(isNonzero(estimated_part) ? [t('ofItEstimated', estimated)] : []),
    ...(isNonzero(promotional_part)
      ? [t('ofItPromotional', { amount: money(promotional_part, currency, { decimals: 'all' }) })]
      : []),
    t('asOf', { time: time(property.as_of) }),
  ]
  const certaintyOf = (part: (typeof PARTS)[number]['part']): Certainty => {
    if (part === 'to_be_settled') return 'estimated'
    return part === 'on_hold' && isNonzero(property.on_hold) ? 'held' : 'booked'
  }

  return (
    <Card className="flex flex-col gap-3 pb-1">
      {/* A long amount in large letters takes the whole line. */}
      <div className="flex flex-wrap-reverse items-end justify-between gap-x-2">
        <Figure
          label={t('total')}
          value={total_assets}
          currency={currency}
          decimals={decimals}
          size={total_assets.length > LONG_AMOUNT ? 28 : 34}
          explanation={
            <>
              {t('totalMeaning')}
              {isNonzero(estimated_part) && <> {t('ofItEstimated', estimated)}</>}
            </>
          }
          onSource={() => onSource({})}
        />
        <span className="ml-auto">
          <RefreshButton />
        </span>
      </div>
      <p className="flex flex-col text-12 text-muted">
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </p>
      <PartsBar property={property} />
      <div className="flex flex-col divide-y divide-line">
        {PARTS.map(({ key, part, words }) => (
          <Figure
            key={key}
            layout="row"
            size={16}
            label={t(`parts.${part}`)}
            value={property[key]}
            currency={currency}
            decimals={decimals}
            certainty={certaintyOf(part)}
            {...(part === 'on_hold' && until ? { until } : {})}
            explanation={<Meaning part={part} words={words} />}
            onSource={() => onSource({ part })}
          />
        ))}
      </div>
    </Card>
  )
}

/** What is the platform's and for plans only, apart from the total, and what was ever added or taken (PRODUCT §3). */
export function ApartCard({ property, onSource }: FiguresProps) {
  const t = useMessages('wallet')
  const { currency } = property
  return (
    <>
      <TitledCard title={t('promotional')} look="plain" className="flex flex-col gap-1 pb-1">
        <p className="text-12 text-muted">{t('promotionalNote')}</p>
        <div className="flex flex-col divide-y divide-line">
          {PROMOTIONAL.map(({ key, part, words }) => (
            <Figure
              key={key}
              layout="row"
              size={16}
              label={t(`parts.${part}`)}
              value={property[key]}
              currency={currency}
              certainty="promotional"
              explanation={<Meaning part={part} words={words} />}
              onSource={() => onSource({ part })}
            />
          ))}
        </div>
      </TitledCard>
      <TitledCard title={t('lifetime')} look="plain" className="flex flex-col gap-1 pb-1">
        <div className="flex flex-col divide-y divide-line">
          {LIFETIME_SUMS.map(({ key, type }) => (
            <Figure
              key={key}
              layout="row"
              size={16}
              label={t(`flowTypes.${type}`)}
              value={property[key]}
              currency={currency}
              certainty={type === 'virtual_recharge_deduction' ? 'promotional' : 'booked'}
              explanation={t(`lifetimeMeaning.${key}`)}
              onSource={() => onSource({ type })}
            />
          ))}
        </div>
      </TitledCard>
    </>
  )
}
