import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Pixels from the end within which one is still reading the latest. */
const NEAR_END = 80

/**
 * Keeps a scrolling list at its end when something is added there, unless one has scrolled up to read; what is
 * added by oneself (`own_count` grows) is always shown.
 */
export function useStickToEnd(last_id: string, own_count: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const seen = useRef({ last_id: '', own_count: 0, height: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const before = seen.current
    const wasNearEnd = element.scrollTop + element.clientHeight >= before.height - NEAR_END
    const isNew = before.last_id !== last_id || own_count !== before.own_count
    if (isNew && (wasNearEnd || own_count > before.own_count)) element.scrollTop = element.scrollHeight
    // Older messages were put before: what was on screen stays there.
    else if (!isNew && element.scrollHeight > before.height && before.height > 0) {
      element.scrollTop += element.scrollHeight - before.height
    }
    seen.current = { last_id, own_count, height: element.scrollHeight }
  })
  return list
}
