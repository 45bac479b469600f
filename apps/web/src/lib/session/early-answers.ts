/** A reply that the preload script asked for while the program was on its way, and what it was asked with. */
interface EarlyAnswer {
  address: string
  headers: Record<string, string>
  response: Promise<Response>
  abort: () => void
  /** `performance.now()` when it was asked for. */
  asked_ms: number
}

declare global {
  interface Window {
    /** Set by the preload script (`preload-script.ts`), which asks for nothing once the program has asked first. */
    early_answers?: EarlyAnswer[]
  }
}

/** Older ones are not of now: the page that they were asked for was not opened. */
const GOOD_FOR_MS = 10_000

/**
 * The reply to a reading that is on its way already, once; null where there is none of exactly this address and these
 * headers: another customer's, another language's. An aborted `signal` ends it.
 */
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
