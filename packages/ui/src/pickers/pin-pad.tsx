import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '../class-names.ts'
import { Keypad } from './keypad.tsx'

/** SPEC §9. */
export const PIN_LENGTH = 6

interface PinDotsProps {
  filled: number
  label: string
  invalid?: boolean
}

/** Six dots; screen readers hear how many are filled, never which digits. */
export function PinDots({ filled, label, invalid = false }: PinDotsProps) {
  const t = useMessages('ui')
  return (
    <div
      role="img"
      aria-label={`${label}: ${t('digitsEntered', { count: filled, total: PIN_LENGTH })}`}
      className="flex justify-center gap-4 py-3 low:py-2"
    >
      {Array.from({ length: PIN_LENGTH }, (_, index) => index).map((index) => (
        <span
          key={index}
          className={classNames(
            'size-4 rounded-chip border-2',
            invalid ? 'border-negative' : index < filled ? 'border-ink' : 'border-edge',
            index < filled && (invalid ? 'bg-negative' : 'bg-ink'),
          )}
        />
      ))}
    </div>
  )
}

interface PinPadProps {
  label: string
  /** The digits entered so far. */
  value: string
  onChange: (value: string) => void
  /** Such as a wrong transaction password; shown under the dots and read out. */
  error?: string | undefined
  disabled?: boolean
}

/** Six dots above the app's keypad. */
export function PinPad({ label, value, onChange, error, disabled = false }: PinPadProps) {
  const type = (digit: string) => value.length < PIN_LENGTH && onChange(value + digit)
  const erase = () => onChange(value.slice(0, -1))
  return (
    <div>
      <PinDots filled={value.length} label={label} invalid={Boolean(error)} />
      <p role="alert" className="min-h-6 pb-3 text-center text-14 text-negative low:pb-1">
        {error}
      </p>
      <Keypad onDigit={type} onErase={erase} disabled={disabled} />
    </div>
  )
}
