import { useMessages } from '@adtally/i18n/use-messages.ts'
import { type ComponentPropsWithRef, type MouseEvent, useRef } from 'react'
import { classNames } from './class-names.ts'
import { TallyBusy } from './tally.tsx'

/** A second tap within this time is the same tap. */
const DOUBLE_TAP_MS = 400

const VARIANTS = {
  primary: 'bg-accent text-on-accent not-aria-disabled:hover:opacity-90',
  secondary: 'border border-edge bg-surface text-ink not-aria-disabled:hover:bg-canvas',
  quiet: 'text-accent not-aria-disabled:hover:bg-accent-soft',
  danger: 'bg-negative text-on-negative not-aria-disabled:hover:opacity-90',
} as const

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** One `primary` a screen; it names the act ("Place plan · 250.00 USD", DESIGN). */
  variant?: keyof typeof VARIANTS
  /** Full width. */
  block?: boolean
  /** The act is under way: no further tap counts, and screen readers are told. */
  busy?: boolean
  disabled?: boolean
}

/**
 * A button at least 44 px high. While `busy`, and for a moment after a tap, it lets no further tap through, so
 * that a double tap never acts twice. It stays focusable while disabled, so that focus is not lost.
 */
export function Button(props: ButtonProps) {
  const {
    variant = 'primary',
    block,
    busy = false,
    disabled = false,
    onClick,
    className,
    children,
    ...rest
  } = props
  const t = useMessages('ui')
  const tapped_at = useRef(Number.NEGATIVE_INFINITY)
  const inert = busy || disabled

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    const doubled = event.timeStamp - tapped_at.current < DOUBLE_TAP_MS
    if (inert || doubled) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    tapped_at.current = event.timeStamp
    onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
      className={classNames(
        'inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 py-2.5 text-16 font-medium transition-opacity select-none',
        VARIANTS[variant],
        block && 'w-full',
        disabled && !busy && 'opacity-45',
        className,
      )}
    >
      {busy && <TallyBusy />}
      {children}
      {busy && <span className="sr-only">{t('busy')}</span>}
    </button>
  )
}
