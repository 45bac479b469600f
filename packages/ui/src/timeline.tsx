import type { ReactNode } from 'react'
import { Icon } from './icons/icon.tsx'
import type { IconName } from './icons/icon-paths.ts'

export interface TimelineStep {
  key: string
  title: string
  /** When it happened, or when it is due. */
  time?: string
  note?: ReactNode
  icon?: IconName
  state: 'done' | 'current' | 'ahead' | 'failed'
}

const MARKS: Record<TimelineStep['state'], { icon: IconName; color: string }> = {
  done: { icon: 'check', color: 'var(--color-positive)' },
  current: { icon: 'clock', color: 'var(--color-accent)' },
  ahead: { icon: 'minus', color: 'var(--color-muted)' },
  failed: { icon: 'close', color: 'var(--color-negative)' },
}

/** Past steps in order, and what comes next. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map((step, index) => (
        <li
          key={step.key}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex gap-3 pb-4"
        >
          {index < steps.length - 1 && <span className="absolute top-6 bottom-0 left-2.5 w-px bg-line" />}
          <Icon
            name={step.icon ?? MARKS[step.state].icon}
            size={20}
            color={MARKS[step.state].color}
            className="mt-0.5"
          />
          <div className={step.state === 'ahead' ? 'text-muted' : ''}>
            <p className="text-16">{step.title}</p>
            {step.time && <p className="text-12 text-muted">{step.time}</p>}
            {step.note && <div className="text-14 text-muted">{step.note}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
