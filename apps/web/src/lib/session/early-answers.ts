/** A reply that the preload script requested while the program loaded, and the request's headers. */
interface EarlyAnswer {
  address: string
  headers: Record<string, string>
  response: Promise<Response>
  abort: () => void
  /** `performance.now()` at the request. */
  asked_ms: number
}

declare global {
  interface Window {
    /** Set by the preload script (`preload-script.ts`), which requests nothing once the program has. */
    early_answers?: EarlyAnswer[]
  }
}

/** Older replies are stale: their page was not opened. */
const GOOD_FOR_MS = 10_000

/** Takes the preloaded reply to a reading, once; null unless address and headers match. `signal` cancels it. */
export function takeEarlyAnswer(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> | null {
  window.early_answers ??= []
  const early = window.early_answers
  const place = early.findIndex((each) => each.address === address)
  const [taken] = place < 0 ? [] : early.splice(place, 1)
  if (!taken) return null
  const isOfNow = performance.now() - taken.asked_ms < GOOD_FOR_MS
  if (!isOfNow || JSON.stringify(taken.headers) !== JSON.stringify(headers)) {
    taken.abort()
    return null
  }
  if (signal.aborted) taken.abort()
  signal.addEventListener('abort', taken.abort, { once: true })
  return taken.response
}
