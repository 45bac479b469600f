import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

/** Acts as soon as there is a connection again, for as long as that is waited for: what was lost without one goes on by itself. */
export function useWhenConnected(waits: boolean, act: () => void): void {
  const perform = useEffectEvent(act)
  useEffect(() => {
    if (!waits) return
    return onlineManager.subscribe((online) => {
      if (online) perform()
    })
  }, [waits])
}
