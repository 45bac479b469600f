import { Refusal } from '../modules/refusal.ts'

const WINDOW_MS = 60_000

/** Too many requests; the server answers HTTP 429 with Retry-After. */
export class TooManyRequests extends Refusal {
  readonly retry_after_s: number

  constructor(retry_after_s: number) {
    super('too_many_requests')
    this.retry_after_s = retry_after_s
  }
}

/** Counts requests of each key in windows of a minute; costs one map entry a key and window. */
export class RateLimit {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  #window_ends_ms = 0

  constructor(limit_per_minute: number) {
    this.#limit = limit_per_minute
  }

  /** Counts one request of `key`. Throws `TooManyRequests` above the limit. */
  count(key: string): void {
    const now_ms = performance.now()
    if (now_ms >= this.#window_ends_ms) {
      this.#counts.clear()
      this.#window_ends_ms = now_ms + WINDOW_MS
    }
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    if (count > this.#limit) throw new TooManyRequests(Math.ceil((this.#window_ends_ms - now_ms) / 1000))
  }
}
