/** A reading of the database's clock: what it showed at some moment between `before_ms` and `after_ms` of our own. */
export interface ClockReading {
  /** Of the server's own clock, in milliseconds since 1970. */
  real_ms: number
  /** The sandbox's offset at that moment, exact. */
  offset_ms: number
  before_ms: number
  after_ms: number
}

/** Clocks of two machines part by no more than this, so long as neither is set. */
const DRIFT_MS_PER_MS = 0.001

/** What a sharper reading corrects is less; a clock that went back further was set. */
const CORRECTION_MAX_MS = 1_000

/**
 * How far the database's clock is ahead of ours, from readings of unequal worth: one that took long, because program or
 * database were busy, says little, and must not move a clock that an earlier one knows better.
 */
export class ClockEstimate {
  #ahead_ms = 0
  #offset_ms = Number.NEGATIVE_INFINITY
  /** `#ahead_ms` was off by no more than this at `#read_ms`. */
  #error_ms = Number.POSITIVE_INFINITY
  #read_ms = 0
  #latest_ms = Number.NEGATIVE_INFINITY

  /**
   * The database's time at `own_ms` of our own monotonic clock, in whole milliseconds. A correction never takes it back:
   * what was a moment ago is not yet to come. It follows a clock that was set back.
   */
  at(own_ms: number): number {
    const now_ms = Math.floor(own_ms + this.#ahead_ms + this.#offset_ms)
    const back_ms = this.#latest_ms - now_ms
    if (back_ms > 0 && back_ms < CORRECTION_MAX_MS) return this.#latest_ms
    this.#latest_ms = now_ms
    return now_ms
  }

  /** Takes a reading into account: where it is sharper than what is known, or shows that what is known is wrong. */
  add({ real_ms, offset_ms, before_ms, after_ms }: ClockReading): void {
    // It only ever grows, and readings may come in another order than they were made.
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
