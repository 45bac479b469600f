import type { QueryClient } from '@tanstack/react-query'

/** So long after the page began: what is loaded before competes with what the visitor came for. */
const FIRST_MS = 8_000
/** So much later at the latest. */
const LATEST_MS = 4_000

/** Runs `work` once the page has long been there and the device has nothing better to do. */
export function whenIdle(work: () => void): void {
  setTimeout(() => onceIdle(work), FIRST_MS)
}

/** So long after its first answers a page is at rest: what begins earlier blocks the first touches. */
const REST_MS = 6_000

/** Runs `work` once a page that is drawn has its first answers and is at rest, and the device nothing better to do. */
export function whenAnswered(client: QueryClient, work: () => void): void {
  const cache = client.getQueryCache()
  const look = () => {
    if (client.isFetching() > 0) return
    stop()
    setTimeout(() => onceIdle(work), REST_MS)
  }
  const stop = cache.subscribe(look)
  look()
}

/** Done once the device has nothing better to do: between two pieces of work that a touch must not wait for. */
export function idle(): Promise<void> {
  return new Promise(onceIdle)
}

function onceIdle(work: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS })
  else work()
}
