import { classNames } from '@adtally/ui/class-names.ts'
import type { ReactNode } from 'react'

interface BubbleProps {
  own: boolean
  /** The author, for screen readers and above others' messages. */
  author: string
  children: ReactNode
  /** Time and read mark. */
  footer: ReactNode
}

/** A message: the customer's own on the right, others' on the left. */
export function Bubble({ own, author, children, footer }: BubbleProps) {
  return (
    <div
      className={classNames(
        'flex max-w-[85%] flex-col gap-0.5',
        own ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      <span className={own ? 'sr-only' : 'text-12 text-muted'}>{author}</span>
      <div
        className={classNames(
          'flex flex-col gap-2 rounded-card px-3 py-2 text-16 wrap-anywhere whitespace-pre-wrap',
          own ? 'bg-accent text-on-accent' : 'bg-canvas text-ink',
        )}
      >
        {children}
      </div>
      <span className="flex flex-wrap items-center gap-x-1 text-12 text-muted">{footer}</span>
    </div>
  )
}
