import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStepTitle } from '../lib/forms/step-title.ts'

interface StepHeadingProps {
  children: string
  /** For screen readers only, if the page's title shows it already. */
  hidden?: boolean
  /** As small as the text, below a title that stays. */
  small?: boolean
}

function lookOf({ hidden = false, small = false }: StepHeadingProps): string {
  if (hidden) return 'sr-only'
  return small ? 'text-14 text-muted outline-none' : 'text-20 font-semibold outline-none'
}

/** Fields that take any text; the app's keypads handle keys themselves. */
const TEXT_FIELDS = 'input:is(:not([type]), [type="text"], [type="email"], [type="password"]), textarea'

/** Sends typing on the focused heading to the step's first field, which desktop users don't tap first. */
function typeIntoFirstField(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
  currentTarget.closest('form')?.querySelector<HTMLElement>(TEXT_FIELDS)?.focus()
}

/** A step's heading, which also names the document; keyboards and screen readers start here. */
export function StepHeading(props: StepHeadingProps) {
  const { children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useStepTitle(children)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} onKeyDown={typeIntoFirstField} className={lookOf(props)}>
      {children}
    </h2>
  )
}
