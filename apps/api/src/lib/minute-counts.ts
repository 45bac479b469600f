const MINUTE_MS = 60_000

/** Counts per key in windows of a minute, with a maximum of keys so that a flood of them can't exhaust memory. */
export class MinuteCounts {
  readonly #keys_max: number
  readonly #counts = new Map<string, { count: number }>()
  /** The count shared by keys beyond the maximum. */
  #others = { count: 0 }
  #ends_ms = 0

  constructor(keys_max: number) {
    this.#keys_max = keys_max
  }

  /** Counts one for `key` and returns its count this minute. New keys beyond `keys_max` share one count. */
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

  /** Milliseconds until the next window. */
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
