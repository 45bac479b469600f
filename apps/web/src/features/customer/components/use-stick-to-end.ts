import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Within this many pixels of the end the customer is reading the latest messages. */
const NEAR_END = 80
/** Pixels between the list's edge and the message shown at it. */
const ROOM_ABOVE = 4

/** Scrolls to the latest message; if it is taller than the list, to its start. */
function showLatest(list: HTMLElement): void {
  const latest = list.lastElementChild
  const isTaller = latest instanceof HTMLElement && latest.offsetHeight > list.clientHeight
  list.scrollTop = isTaller ? latest.offsetTop - list.offsetTop - ROOM_ABOVE : list.scrollHeight
}

/** Keeps a list scrolled to its end unless the reader has scrolled up; their own messages are always shown. */
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
    // Older messages were prepended: keep the position.
    else if (!isNew && element.scrollHeight > before.height && before.height > 0) {
      element.scrollTop += element.scrollHeight - before.height
    }
    seen.current = { last_id, own_count, height: element.scrollHeight, shown_at }
  })
  return list
}
