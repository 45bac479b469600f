import { useCallback, useRef } from 'react'

/**
 * The `request_id` of a money call: made once per intention, not per try (PRODUCT §16). The same `content` gives
 * the same id however often it is tried, so that a lost reply never pays twice; other content, or `done()` after
 * success, begins a new intention.
 */
export function useIntention(): { requestId(content: unknown): string; done(): void } {
  const present = useRef<{ content: string; id: string } | null>(null)
  const requestId = useCallback((content: unknown) => {
    const text = JSON.stringify(content)
    if (present.current?.content !== text) present.current = { content: text, id: crypto.randomUUID() }
    return present.current.id
  }, [])
  const done = useCallback(() => {
    present.current = null
  }, [])
  return { requestId, done }
}
