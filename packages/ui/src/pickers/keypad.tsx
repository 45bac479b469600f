import { useMessages } from '@adtally/i18n/use-messages.ts'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { useDecimalSign } from '../decimal-sign.ts'
import { Icon } from '../icons/icon.tsx'

interface KeypadProps {
  onDigit: (digit: string) => void
  onErase: () => void
  /** The decimal point, for amounts. */
  onPoint?: () => void
  disabled?: boolean
}

const KEY_CLASS =
  'flex h-14 low:h-12 lying:h-11 items-center justify-center rounded-control border border-edge bg-surface text-20 font-medium select-none active:bg-line disabled:opacity-45'

/** Whether the element handles typed keys itself, as a field does. */
function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/** Lets a keyboard type on the keypad, unless a field has the focus or an overlay covers the keypad. */
function useHardwareKeys(pad: RefObject<HTMLElement | null>, keys: KeypadProps): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { onDigit, onErase, onPoint, disabled } = keys
    if (disabled || event.metaKey || event.ctrlKey || event.altKey || isTypedInto(event.target)) return
    if (pad.current?.closest('[inert], [aria-hidden="true"]')) return
    if (/^\d$/.test(event.key)) onDigit(event.key)
    else if (event.key === 'Backspace') onErase()
    else if (onPoint && (event.key === '.' || event.key === ',')) onPoint()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** The app's own keypad: digits, an optional point, erase; in two rows in a wide low window. Keyboards work too. */
export function Keypad(props: KeypadProps) {
  const { onDigit, onErase, onPoint, disabled = false } = props
  const pad = useRef<HTMLFieldSetElement>(null)
  useHardwareKeys(pad, props)
  const t = useMessages('ui')
  const decimal = useDecimalSign()
  const digit = (key: string) => (
    <button key={key} type="button" disabled={disabled} onClick={() => onDigit(key)} className={KEY_CLASS}>
      {key}
    </button>
  )
  return (
    <fieldset ref={pad} aria-label={t('keypad')} className="grid grid-cols-3 gap-2 low:grid-cols-6">
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
