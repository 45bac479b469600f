import { useLayoutEffect, useRef } from 'react'

const handlers: (() => void)[] = []

/** While mounted, the header's back calls `handler` first (SPEC §2: a custom handler if any). */
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

/** The page's latest back handler, if any. */
export function customBackHandler(): (() => void) | undefined {
  return handlers.at(-1)
}
