import { useLayoutEffect, useRef } from 'react'

const handlers: (() => void)[] = []

/** While mounted, the header's back runs `handler` first (SPEC §2: a custom handler if any), such as a step back in a form. */
export function useBackHandler(handler: () => void): void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  useLayoutEffect(() => {
    const own = () => latest.current()
    handlers.push(own)
    return () => {
      handlers.splice(handlers.indexOf(own), 1)
    }
  }, [])
}

/** The page's own handler of back, the latest first. */
export function customBackHandler(): (() => void) | undefined {
  return handlers.at(-1)
}
