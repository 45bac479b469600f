/** So long after the page began: what is loaded before competes with what the visitor came for. */
const FIRST_MS = 8_000
/** So much later at the latest. */
const LATEST_MS = 4_000

/** Runs `work` once the page has long been there and the device has nothing better to do. */
export function whenIdle(work: () => void): void {
  setTimeout(() => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS })
    else work()
  }, FIRST_MS)
}
