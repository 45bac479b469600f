/** A reading of the database's clock, made sometime between `before_ms` and `after_ms` of our own. */
export interface ClockReading {
  /** The server's own clock, in milliseconds since 1970. */
  real_ms: number
  /** The sandbox's offset at that moment, exact. */
  offset_ms: number
  before_ms: number
  after_ms: number
}

/** The maximum drift between two machines' clocks, unless one is set. */
const DRIFT_MS_PER_MS = 0.001

/** More precise readings correct less than this; a clock that went back further was set. */
const CORRECTION_MAX_MS = 1_000

/**
 * Estimates how far the database's clock is ahead of ours. Readings that took long, because program or database were
 * busy, are imprecise and must not override a more precise earlier one.
 */
export class ClockEstimate {
  #ahead_ms = 0
  #offset_ms = Number.NEGATIVE_INFINITY
  /** The maximum error of `#ahead_ms` at `#read_ms`. */
  #error_ms = Number.POSITIVE_INFINITY
  #read_ms = 0
  #latest_ms = Number.NEGATIVE_INFINITY

  /**
   * The database's time at `own_ms` of our monotonic clock, in whole milliseconds. Corrections never move it
   * backwards, so that the past stays past; but it follows a clock that was set back.
   */
  at(own_ms: number): number {
    const now_ms = Math.floor(own_ms + this.#ahead_ms + this.#offset_ms)
    const back_ms = this.#latest_ms - now_ms
    if (back_ms > 0 && back_ms < CORRECTION_MAX_MS) return this.#latest_ms
    this.#latest_ms = now_ms
    return now_ms
  }

  /** Uses a reading if it is more precise than the estimate, or proves the estimate wrong. */
  add({ real_ms, offset_ms, before_ms, after_ms }: ClockReading): void {
    // The offset only grows, and readings may arrive out of order.
    this.#offset_ms = Math.max(this.#offset_ms, offset_ms)
    const ahead_ms = real_ms - (before_ms + after_ms) / 2
    const error_ms = (after_ms - before_ms) / 2
    const known_to_ms = this.#error_ms + (after_ms - this.#read_ms) * DRIFT_MS_PER_MS
    const was_set = Math.abs(ahead_ms - this.#ahead_ms) > error_ms + known_to_ms
    if (error_ms > known_to_ms && !was_set) return
    this.#ahead_ms = ahead_ms
    this.#error_ms = error_ms
    this.#read_ms = after_ms
  }
}
