import { MinuteCounts } from '../../lib/minute-counts.ts'
import { Refusal } from '../../lib/refusal.ts'

/** About ten megabytes; only a flood has more addresses in a minute. */
const KEYS_MAX = 100_000

/** Too many requests; the server answers HTTP 429 with Retry-After. */
export class TooManyRequests extends Refusal {
  readonly retry_after_s: number

  constructor(retry_after_s: number) {
    super('too_many_requests')
    this.retry_after_s = retry_after_s
  }
}

/** Limits requests per key and minute; keys beyond the first hundred thousand share one limit. */
export class RateLimit {
  readonly #limit: number
  readonly #counts: MinuteCounts

  constructor(limit_per_minute: number, keys_max = KEYS_MAX) {
    this.#limit = limit_per_minute
    this.#counts = new MinuteCounts(keys_max)
  }

  /** Counts one request of `key`. Throws `TooManyRequests` above the limit. */
  count(key: string): void {
    if (this.#counts.count(key) > this.#limit)
      throw new TooManyRequests(Math.ceil(this.#counts.rest_ms / 1000))
  }
}
