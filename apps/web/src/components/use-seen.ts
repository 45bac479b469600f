import { useEffect, useState } from 'react'

/** Longer than a double tap takes, and than somebody needs to see that what they tapped is gone. */
const SEEN_AFTER_MS = 700

/**
 * Whether what has just appeared was there long enough to be seen: a receipt takes no tap that was meant for the button
 * before it.
 */
export function useSeen(): boolean {
  const [is_seen, setSeen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), SEEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return is_seen
}
