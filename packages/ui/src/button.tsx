import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import { TallyBusy } from './tally.tsx'

/** A second tap within this time counts as the same tap, unless something else was done in between. */
const DOUBLE_TAP_MS = 400

const VARIANTS = {
  primary: 'bg-accent text-on-accent not-aria-disabled:hover:opacity-90',
  secondary: 'border border-edge bg-surface text-ink not-aria-disabled:hover:bg-canvas',
  quiet: 'text-accent not-aria-disabled:hover:bg-accent-soft',
  danger: 'bg-negative text-on-negative not-aria-disabled:hover:opacity-90',
} as const

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** One `primary` per screen; it names the act ("Place plan · 250.00 USD", DESIGN). */
  variant?: keyof typeof VARIANTS
  /** Full width. */
  block?: boolean
  /** The act is in progress: taps are ignored, and screen readers are told. */
  busy?: boolean
  disabled?: boolean
  /** Ignores taps but looks enabled: its content has just appeared under the finger. */
  held?: boolean
}

/** The last tap that a button accepted, until anything else is tapped or typed. */
let last_tap: { button: Element; at: number } | null = null

function forgetTap(event: Event): void {
  // Enter in a form's field clicks its button and types nothing.
  if (event instanceof KeyboardEvent && event.key === 'Enter') return
  if (event.target instanceof Node && last_tap?.button.contains(event.target)) return
  last_tap = null
}

function isDoubled({ currentTarget: button, timeStamp: at }: MouseEvent<HTMLButtonElement>): boolean {
  return last_tap?.button === button && at - last_tap.at < DOUBLE_TAP_MS
}

function rememberTap(tap: { button: Element; at: number }): void {
  last_tap = tap
  // Adding the same listener again has no effect.
  for (const type of ['click', 'input', 'keydown']) document.addEventListener(type, forgetTap, true)
}

/**
 * A button at least 44 px high. While `busy`, and for a moment after a tap, it ignores taps, so that a double tap
 * never acts twice; after typing or tapping elsewhere the second tap counts (one button may lead through several
 * steps). It stays focusable while disabled, so that focus is not lost.
 */
export function Button(props: ButtonProps) {
  const {
    variant = 'primary',
    block,
    busy = false,
    disabled = false,
    held = false,
    onClick,
    className,
    children,
    ...rest
  } = props
  const t = useMessages('ui')
  const inert = busy || disabled || held

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert || isDoubled(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const tap = { button: event.currentTarget, at: event.timeStamp }
    onClick?.(event)
    // After the act, which may itself click something, such as a file input.
    rememberTap(tap)
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
