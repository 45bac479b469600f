import type { QueryClient } from '@tanstack/react-query'

/** Not before this long after the page's start: earlier loading competes with what the visitor came for. */
const FIRST_MS = 8_000
/** Waits at most this much longer. */
const LATEST_MS = 4_000

/** Runs `work` some time after the page's start, when the device is idle. */
export function whenIdle(work: () => void): void {
  setTimeout(() => onceIdle(work), FIRST_MS)
}

/** How long after its first answers a page settles: work before that blocks the first touches. */
const REST_MS = 6_000

/** Runs `work` once a page has its first answers and has settled, and the device is idle. */
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

/** Resolves when the device is idle, to let touches in between two pieces of work. */
export function idle(): Promise<void> {
  return new Promise(onceIdle)
}

function onceIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS })
  else work()
}
