import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from './class-names.ts'
import { useDecimalSign } from './decimal-sign.ts'
import { Icon } from './icon.tsx'

interface KeypadProps {
  onDigit: (digit: string) => void
  onErase: () => void
  /** A decimal point, for amounts. */
  onPoint?: () => void
  disabled?: boolean
}

const KEY_CLASS =
  'flex h-14 low:h-12 lying:h-11 items-center justify-center rounded-control bg-surface text-20 font-medium select-none active:bg-line disabled:opacity-45'

/** The app's own keypad: digits, an optional point, erase; two rows where a wide window is low. */
export function Keypad({ onDigit, onErase, onPoint, disabled = false }: KeypadProps) {
  const t = useMessages('ui')
  const decimal = useDecimalSign()
  const digit = (key: string) => (
    <button key={key} type="button" disabled={disabled} onClick={() => onDigit(key)} className={KEY_CLASS}>
      {key}
    </button>
  )
  return (
    <fieldset aria-label={t('keypad')} className="grid grid-cols-3 gap-2 low:grid-cols-6">
      {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(digit)}
      {onPoint ? (
        <button
          type="button"
          disabled={disabled}
          onClick={onPoint}
          aria-label={t('decimalPoint')}
          className={KEY_CLASS}
        >
          {decimal}
        </button>
      ) : (
        <span className="low:hidden" />
      )}
      {digit('0')}
      <button
        type="button"
        disabled={disabled}
        onClick={onErase}
        aria-label={t('erase')}
        className={classNames(KEY_CLASS, !onPoint && 'low:col-span-2')}
      >
        <Icon name="erase" size={24} color="currentColor" />
      </button>
    </fieldset>
  )
}
