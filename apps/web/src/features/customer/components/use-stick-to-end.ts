import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Pixels from the end within which one is still reading the latest. */
const NEAR_END = 80
/** Pixels between the list's edge and the message that begins there. */
const ROOM_ABOVE = 4

/** The latest whole, or where it is taller than the list from its beginning. */
function showLatest(list: HTMLElement): void {
  const latest = list.lastElementChild
  const isTaller = latest instanceof HTMLElement && latest.offsetHeight > list.clientHeight
  list.scrollTop = isTaller ? latest.offsetTop - list.offsetTop - ROOM_ABOVE : list.scrollHeight
}

/**
 * Keeps a scrolling list at its end when something is added there, unless one has scrolled up to read; what is
 * added by oneself (`own_count` grows) is always shown.
 */
export function useStickToEnd(last_id: string, own_count: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const seen = useRef({ last_id: '', own_count: 0, height: 0, shown_at: -1 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const before = seen.current
    const wasNearEnd =
      element.scrollTop + element.clientHeight >= before.height - NEAR_END ||
      element.scrollTop === before.shown_at
    const isNew = before.last_id !== last_id || own_count !== before.own_count
    let shown_at = before.shown_at
    if (isNew && (wasNearEnd || own_count > before.own_count)) {
      showLatest(element)
      shown_at = element.scrollTop
    }
    // Older messages were put before: what was on screen stays there.
    else if (!isNew && element.scrollHeight > before.height && before.height > 0) {
      element.scrollTop += element.scrollHeight - before.height
    }
    seen.current = { last_id, own_count, height: element.scrollHeight, shown_at }
  })
  return list
}
