import type { Word } from '@adtally/contract/words.ts'
import { exactDecimals } from '@adtally/i18n/format-money.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Figure } from '@adtally/ui/figure.tsx'
import { part } from '@adtally/ui/part.tsx'
import { type ComponentProps, memo, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { CountFigure } from '../../../components/charts/count-figure.tsx'
import { Explained } from '../../../components/words/explained.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import type { TimedReading } from '../api/statistics.ts'
import { useReading, useSource } from './use-reading.ts'

type Select<Part> = (timed: TimedReading) => Part

// One function each for the life of the page: a new one would be run again at every drawing.
const MONEY = {
  invested: ({ reading }) => reading.invested,
  consumed: ({ reading }) => reading.consumed,
  to_be_consumed: ({ reading }) => reading.to_be_consumed,
  advertising_revenue: ({ reading }) => reading.advertising_revenue,
  profit: ({ reading }) => reading.profit,
} as const satisfies Record<string, Select<string>>

const COUNTS = {
  delivery_orders: ({ reading }) => reading.delivery_orders,
  impressions: ({ reading }) => reading.impressions,
  clicks: ({ reading }) => reading.clicks,
} as const satisfies Record<string, Select<number>>

/** The words behind each figure. */
const WORDS = {
  invested: ['plan'],
  consumed: ['spend', 'fee', 'valid'],
  to_be_consumed: ['pending_spend'],
  advertising_revenue: ['revenue', 'conversion', 'payout'],
  profit: ['profit', 'estimated', 'settled'],
  delivery_orders: ['plan', 'placement'],
  impressions: ['impression', 'valid'],
  clicks: ['click', 'valid'],
} as const satisfies Record<keyof typeof MONEY | keyof typeof COUNTS, readonly Word[]>

const isEstimated: Select<boolean> = ({ reading }) => reading.estimated
const unsettledRevenue: Select<string | null> = ({ reading }) =>
  reading.estimated ? reading.revenue_estimated : null
const nothing: Select<null> = () => null
/** What profit is calculated from, as one text, which is the same where nothing has changed. */
const profitParts: Select<string | null> = ({ reading }) =>
  [reading.advertising_revenue, reading.consumed, reading.profit].join(' ')

/** Where every figure of the ad centre comes from: the plans, each with its own figures and entries. */
const SOURCE = '/plan?tab=mine'

// What came before follows into the room kept for it: the figures themselves don't wait for it.
const Before = part(() => import('./before.tsx'))

type BeforeOfProps = Omit<ComponentProps<typeof Before>, 'member'> & {
  member: ComponentProps<typeof Before>['member'] | 'to_be_consumed'
}

/** What a figure was in the period before, beside it or as a sentence; nothing of all time, before which there is none. */
function BeforeOf({ member, ...props }: BeforeOfProps) {
  if (useSource().asked.period === 'all') return null
  // What is left to spend is so now, whatever the period: only the line's room is kept beside its neighbours'.
  if (member === 'to_be_consumed')
    return props.as === 'line' && <span className="block text-12">{'\u00a0'}</span>
  return (
    <Suspense fallback={props.as === 'line' && <span className="block text-12">{'\u00a0'}</span>}>
      <Before member={member} {...props} />
    </Suspense>
  )
}

type MoneyProps = Pick<ComponentProps<typeof Figure>, 'size' | 'toned' | 'sign'> & {
  member: keyof typeof MONEY
}

/** A profit with what it comes of. */
function Calculation({ parts, currency }: { parts: string; currency: string }) {
  const t = useMessages('plan')
  const { money } = useFormatters()
  const [revenue = '0', spend = '0', profit = '0'] = parts.split(' ')
  const decimals = exactDecimals(revenue, spend, profit)
  return (
    <p className="mt-3 text-16 text-ink">
      {t('why.calculation', {
        revenue: money(revenue, currency, { decimals }),
        spend: money(spend, currency, { decimals }),
        profit: money(profit, currency, { sign: 'always', decimals }),
      })}
    </p>
  )
}

/** One of the money figures, drawn again only when it changes. */
export const MoneyReading = memo(function MoneyReading({ member, ...look }: MoneyProps) {
  const t = useMessages('adCenter')
  const navigate = useNavigate()
  const currency = useCurrency()
  const { money } = useFormatters()
  const value = useReading(MONEY[member])
  const can_change = member === 'advertising_revenue' || member === 'profit'
  const estimated = useReading(isEstimated)
  const unsettled = useReading(member === 'advertising_revenue' ? unsettledRevenue : nothing)
  const parts = useReading(member === 'profit' ? profitParts : nothing)
  if (value === undefined) return null
  return (
    <Figure
      label={t(`figures.${member}`)}
      value={value}
      currency={currency}
      certainty={can_change && estimated ? 'estimated' : 'booked'}
      explanation={
        <>
          {t(`meanings.${member}`)}
          {unsettled && <> {t('notSettled', { amount: money(unsettled, currency, { decimals: 'all' }) })}</>}
          {parts && <Calculation parts={parts} currency={currency} />}
          <BeforeOf member={member} now={value} as="sentence" />
          <Explained words={WORDS[member]} />
        </>
      }
      note={<BeforeOf member={member} now={value} as="line" />}
      onSource={() => navigate(SOURCE)}
      {...look}
    />
  )
})

/** One of the counted figures, drawn again only when it changes. */
export const CountReading = memo(function CountReading({ member }: { member: keyof typeof COUNTS }) {
  const t = useMessages('adCenter')
  const navigate = useNavigate()
  const value = useReading(COUNTS[member])
  if (value === undefined) return null
  return (
    <CountFigure
      label={t(`figures.${member}`)}
      value={value}
      explanation={
        <>
          {t(`meanings.${member}`)}
          <BeforeOf member={member} now={value} as="sentence" />
          <Explained words={WORDS[member]} />
        </>
      }
      note={<BeforeOf member={member} now={value} as="line" />}
      onSource={() => navigate(SOURCE)}
    />
  )
})
