import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Re-renders the component each minute, to keep its clocks current. */
export function useEachMinute(): void {
  const [, setMinutes] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
}
