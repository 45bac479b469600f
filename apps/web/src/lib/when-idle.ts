/** So late at the latest, in milliseconds. */
const LATEST_MS = 4000

/** Runs `work` once the page has been drawn and the device has nothing better to do. */
export function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS })
  else setTimeout(work, LATEST_MS / 4)
}
