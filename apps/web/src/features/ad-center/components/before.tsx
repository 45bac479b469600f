import { microsOf } from '@adtally/client/signed-amount.ts'
import { exactDecimals } from '@adtally/i18n/format-money.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { type Before as BeforeReading, chartQuery } from '../api/chart.ts'
import { hadNothing, useSpanText } from './span-before.ts'
import { useSource } from './use-reading.ts'

interface BeforeProps {
  member: Exclude<keyof BeforeReading, 'from' | 'until' | 'points' | 'estimated' | 'conversions'>
  /** The current value; money as the wire's decimal string. */
  now: string | number
  as: 'line' | 'sentence'
}

/** A figure's previous value as a quiet line, or a sentence on how much more or less it is now. */
export default function Before({ member, now, as }: BeforeProps) {
  const t = useMessages('period')
  const spanText = useSpanText()
  const { data: chart } = useQuery(chartQuery(useSource().asked))
  const { written, changed } = useWritten()
  const before = chart?.before
  if (as === 'line') {
    const nothing = chart && (!before || hadNothing(before))
    return (
      // Money's is as wide as its words, so that a pair of figures stacks before one of them would have a line more.
      <span className={classNames('block text-12 text-muted', typeof now === 'string' && 'w-max max-w-full')}>
        {nothing && t('before.nothing')}
        {!nothing && (before ? t('before.line', { value: written(before[member], now) }) : '\u00a0')}
      </span>
    )
  }
  if (!chart) return null
  if (!before) return <p className="mt-3">{t('before.tooEarly')}</p>
  const span = spanText(before)
  if (hadNothing(before)) return <p className="mt-3">{t('before.nothingSentence', { span })}</p>
  return (
    <p className="mt-3">
      {t('before.sentence', { span, value: written(before[member]) })} {changed(now, before[member])}
    </p>
  )
}

/** Formats amounts and counts, and the difference between two. */
function useWritten() {
  const t = useMessages('period')
  const format = useFormatters()
  const currency = useCurrency()
  /** Under a figure, with its decimals, so that the two can be compared digit by digit. */
  const written = (value: string | number, figure: string | number = '0') => {
    if (typeof value === 'number') return format.number(value)
    return format.money(value, currency, { decimals: exactDecimals(value, String(figure)) })
  }
  const told = (difference: bigint, size: string) => {
    if (difference === 0n) return t('before.same')
    return t(difference > 0n ? 'before.more' : 'before.less', { difference: size })
  }
  const changed = (now: string | number, before: string | number) => {
    if (typeof now === 'number' || typeof before === 'number') {
      const difference = BigInt(now) - BigInt(before)
      return told(difference, format.number(difference < 0n ? -difference : difference))
    }
    const difference = microsOf(now) - microsOf(before)
    return told(difference, written(formatAmount(difference < 0n ? -difference : difference)))
  }
  return { written, changed }
}
