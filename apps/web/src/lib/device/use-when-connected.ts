import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

/** Calls `act` when the connection is back while `waits`, so that what was lost is retried automatically. */
export function useWhenConnected(waits: boolean, act: () => void): void {
  const perform = useEffectEvent(act)
  useEffect(() => {
    if (!waits) return
    return onlineManager.subscribe((online) => {
      if (online) perform()
    })
  }, [waits])
}
