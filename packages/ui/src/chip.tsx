import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'
import type { IconName } from './icons/icon-paths.ts'

const TONES = {
  neutral: 'border-line text-muted',
  accent: 'border-transparent bg-accent-soft text-accent',
  positive: 'border-positive text-positive',
  negative: 'border-negative text-negative',
  hold: 'border-transparent bg-hold-soft text-hold',
} as const

interface ChipProps {
  tone?: keyof typeof TONES
  icon?: IconName
  children: ReactNode
}

/** A short label, such as a status. */
export function Chip({ tone = 'neutral', icon, children }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-chip border px-2 py-0.5 text-12',
        TONES[tone],
      )}
    >
      {icon && <Icon name={icon} size={14} color="currentColor" />}
      {children}
    </span>
  )
}

interface FilterChipProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-pressed'> {
  selected: boolean
}

/** A filter for a list; its target is 44 px high. */
export function FilterChip({ selected, className, children, ...rest }: FilterChipProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      {...rest}
      className={classNames(
        'group inline-flex min-h-11 max-w-full min-w-11 flex-none items-center justify-center rounded-chip',
        className,
      )}
    >
      <span className="rounded-chip border border-edge bg-surface px-3 py-1 text-14 group-aria-pressed:border-accent group-aria-pressed:bg-accent-soft group-aria-pressed:text-accent">
        {children}
      </span>
    </button>
  )
}
