import { useEffect, useRef } from 'react'
import { useStepTitle } from '../lib/step-title.ts'

interface StepHeadingProps {
  children: string
  /** For screen readers only, where the page's title says it to everybody else. */
  hidden?: boolean
}

/** A step's heading, which names the document, too: a step begins at its top, and keyboards and screen readers begin here. */
export function StepHeading({ children, hidden = false }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useStepTitle(children)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} className={hidden ? 'sr-only' : 'text-20 font-semibold outline-none'}>
      {children}
    </h2>
  )
}
