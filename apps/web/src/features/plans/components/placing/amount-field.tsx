import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { FieldFrame } from '@adtally/ui/field.tsx'
import { Keypad } from '@adtally/ui/pickers/keypad.tsx'
import { Slider } from '@adtally/ui/pickers/slider.tsx'
import { type ReactNode, useId, useMemo } from 'react'
import { useAmounts } from '../../../../lib/figures/use-amounts.ts'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { type Bounds, QUICK_SHARES, quickAmount, stopAt, stopsWithin } from './placing-rules.ts'

interface AmountFieldProps {
  /** As typed. */
  text: string
  /** The parsed amount. */
  amount_micros: Micros
  onChange: (text: string) => void
  bounds: Bounds
  hint: ReactNode
  error: string | undefined
  /** Available money; null if unknown or if other means can pay as well. */
  available_micros: Micros | null
  /** Content between the amount and the keypad, which is lowest, within reach of the thumb. */
  children?: ReactNode
}

/** The amount: a keypad, the keyboard if there is one, and a slider over the range, all in sync. */
export function AmountField(props: AmountFieldProps) {
  const { text, amount_micros, onChange, bounds, hint, error, available_micros, children } = props
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const amounts = useAmounts()
  const id = useId()
  const stops = useMemo(() => stopsWithin(bounds), [bounds])
  const stopText = (index: number) => formatAmount(stops[index] ?? bounds.min_micros)
  return (
    <div className="flex flex-col gap-2">
      <FieldFrame id={id} label={t('amount')} hint={hint} error={error}>
        {(control) => (
          <span className="flex items-baseline gap-2 border-b-2 border-edge has-[:focus-visible]:border-accent has-[[aria-invalid]]:border-negative">
            <input
              {...control}
              // The page has its own keypad; a hardware keyboard still types.
              inputMode="none"
              autoComplete="off"
              placeholder={format.amount('0.00')}
              value={text}
              onChange={(event) => onChange(event.target.value)}
              className="min-h-14 w-full min-w-0 bg-transparent text-34 font-semibold outline-none placeholder:text-muted"
            />
            <span className="flex-none text-20 text-muted">{currency}</span>
          </span>
        )}
      </FieldFrame>
      {stops.length > 1 && (
        <Slider
          label={t('amountSlider')}
          value={stopAt(stops, amount_micros)}
          min={0}
          max={stops.length - 1}
          onChange={(index) => onChange(amounts.typed(stopText(index)))}
          formatValue={(index) => format.money(stopText(index), currency)}
        />
      )}
      <QuickAmounts
        bounds={bounds}
        available_micros={available_micros}
        onChoose={(micros) => onChange(amounts.typed(formatAmount(micros)))}
      />
      {children}
      <Keypad
        onDigit={(digit) => onChange(amounts.withKey(text, digit))}
        onPoint={() => onChange(amounts.withKey(text, '.'))}
        onErase={() => onChange(text.slice(0, -1))}
      />
    </div>
  )
}

interface QuickAmountsProps {
  bounds: Bounds
  available_micros: Micros | null
  onChoose: (amount_micros: Micros) => void
}

/** Buttons for a quarter, half and all of the available money; impossible ones are left out. */
function QuickAmounts({ bounds, available_micros, onChoose }: QuickAmountsProps) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const choices = QUICK_SHARES.flatMap((percent) => {
    const micros = quickAmount(bounds, available_micros, percent)
    return micros === null ? [] : { percent, micros }
  })
  if (choices.length === 0) return null
  return (
    <fieldset aria-label={t('quickAmounts')} className="flex flex-wrap gap-x-2">
      {choices.map(({ percent, micros }) => (
        <FilterChip
          key={percent}
          aria-label={t('quickAmount', {
            share: format.share(percent / 100),
            amount: format.money(formatAmount(micros), currency),
          })}
          selected={false}
          onClick={() => onChoose(micros)}
        >
          {format.share(percent / 100)}
        </FilterChip>
      ))}
    </fieldset>
  )
}
