import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'
import type { IconName } from './icons/icon-paths.ts'

const TONES = {
  info: { look: 'bg-accent-soft text-ink', icon: 'info' },
  warning: { look: 'bg-hold-soft text-ink', icon: 'warning' },
  negative: { look: 'bg-negative-soft text-ink', icon: 'warning' },
  hold: { look: 'bg-hold-soft text-hold', icon: 'hold' },
} as const satisfies Record<string, { look: string; icon: IconName }>

interface BannerProps {
  tone?: keyof typeof TONES
  icon?: IconName
  children: ReactNode
  action?: ReactNode
  className?: string
}

/** A message that stays on the screen. */
export function Banner({ tone = 'info', icon, children, action, className }: BannerProps) {
  return (
    <div
      className={classNames(
        'flex items-start gap-2.5 rounded-card px-4 py-3 text-14',
        TONES[tone].look,
        className,
      )}
    >
      <Icon name={icon ?? TONES[tone].icon} size={18} color="currentColor" className="mt-px" />
      <div className="min-w-0 flex-auto">{children}</div>
      {action}
    </div>
  )
}
