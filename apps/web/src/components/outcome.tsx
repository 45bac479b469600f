import { Icon } from '@adtally/ui/icons/icon.tsx'
import type { IconName } from '@adtally/ui/icons/icon-paths.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStepTitle } from '../lib/forms/step-title.ts'

interface OutcomeProps {
  icon: IconName
  colour: string
  title: string
  text: string
  /** Whether the page starts with it; its own title then stays the document's (SPEC §2). */
  is_first?: boolean
  /** What to do next. */
  children: ReactNode
}

/** The outcome of an act: what happened and what comes next; screen readers start at the heading. */
export function Outcome({ icon, colour, title, text, is_first = false, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useStepTitle(is_first ? null : title)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-2 pt-6 text-center">
        <Icon name={icon} size={40} color={colour} />
        <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold text-balance outline-none">
          {title}
        </h2>
        <p className="text-14 text-balance text-muted">{text}</p>
      </div>
      {children}
    </div>
  )
}
