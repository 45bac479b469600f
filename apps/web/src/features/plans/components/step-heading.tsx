import { type ReactNode, useEffect, useRef } from 'react'

/** A step's heading: a step begins at its top, and keyboards and screen readers begin here. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-none">
      {children}
    </h2>
  )
}
