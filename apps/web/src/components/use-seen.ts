import { useEffect, useState } from 'react'

/** Longer than a double tap, and than it takes to notice that the tapped element is gone. */
const SEEN_AFTER_MS = 700

/** Whether something new was on screen long enough to be seen, so that it ignores a tap meant for its predecessor. */
export function useSeen(): boolean {
  const [is_seen, setSeen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), SEEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return is_seen
}
