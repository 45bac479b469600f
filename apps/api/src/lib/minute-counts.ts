const MINUTE_MS = 60_000

/** Counts of keys in windows of a minute; of at most so many keys, so that a flood of them takes no memory without end. */
export class MinuteCounts {
  readonly #keys_max: number
  readonly #counts = new Map<string, { count: number }>()
  /** Everybody who no longer found room. */
  #others = { count: 0 }
  #ends_ms = 0

  constructor(keys_max: number) {
    this.#keys_max = keys_max
  }

  /**
   * Counts one of `key` and answers how many it has been this minute. Beyond `keys_max` keys, those that are new are
   * counted as one.
   */
  count(key: string): number {
    const now_ms = performance.now()
    if (now_ms >= this.#ends_ms) {
      this.#counts.clear()
      this.#others = { count: 0 }
      this.#ends_ms = now_ms + MINUTE_MS
    }
    const counted = this.#counts.get(key) ?? this.#add(key)
    counted.count += 1
    return counted.count
  }

  /** Milliseconds until everything is counted anew. */
  get rest_ms(): number {
    return this.#ends_ms - performance.now()
  }

  #add(key: string): { count: number } {
    if (this.#counts.size >= this.#keys_max) return this.#others
    const counted = { count: 0 }
    this.#counts.set(key, counted)
    return counted
  }
}
