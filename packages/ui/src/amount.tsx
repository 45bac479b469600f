import { decimalsOf, exactDecimals, type MoneyOptions } from '@adtally/i18n/format-money.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { classNames } from './class-names.ts'

/**
 * How sure a figure is; see it as DESIGN draws it. `booked` and `settled` are both plain: the first is a sum that goes
 * on with each new entry, the second what a plan was settled with.
 */
export type Certainty = 'booked' | 'settled' | 'estimated' | 'promotional' | 'held'

export const CERTAINTY_CLASS: Record<Certainty, string> = {
  booked: '',
  settled: '',
  estimated: 'certainty-estimated',
  promotional: 'certainty-promotional',
  held: 'certainty-held',
}

interface AmountProps extends Pick<MoneyOptions, 'sign'> {
  /** The wire's decimal string in major units. */
  value: string
  currency: string
  /** As many as its neighbours have, where they stand in a column; else as many as it has itself. */
  decimals?: 2 | 4 | 6
  certainty?: Certainty
  /** Gains and losses in their colours, same size (DESIGN). */
  toned?: boolean
  className?: string
}

function toneOf(value: string): string {
  if (!/[1-9]/.test(value)) return ''
  return value.startsWith('-') ? 'text-negative' : 'text-positive'
}

/**
 * Money: tabular, its currency smaller beside it, its certainty visible. All its digits are there, so that amounts add up;
 * those beyond the cents are smaller, but for an amount that has no others (DESIGN).
 */
export function Amount({
  value,
  currency,
  certainty = 'settled',
  toned,
  className,
  sign = 'auto',
  decimals = exactDecimals(value),
}: AmountProps) {
  const { amount } = useFormatters()
  const text = amount(value, { sign, decimals })
  // In all languages of the app nothing follows the decimals.
  const end = text.length - (decimals - decimalsOf(value))
  return (
    <span
      className={classNames(
        // What it stands in makes room for the whole: the currency goes below only where a line can't hold both.
        'inline-flex w-max max-w-full flex-wrap items-baseline gap-x-[0.25em]',
        toned && toneOf(value),
        className,
      )}
    >
      <span className={classNames('whitespace-nowrap', CERTAINTY_CLASS[certainty])}>
        {text.slice(0, end)}
        {end < text.length && <span className="text-[0.7em]">{text.slice(end)}</span>}
      </span>{' '}
      <span className="text-[0.7em] font-normal text-muted">{currency}</span>
    </span>
  )
}
