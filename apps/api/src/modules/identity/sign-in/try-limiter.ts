import { recentlyUsed } from '../../../lib/recently-used.ts'

/** How many tries a key has in a window. */
export interface TryLimit {
  tries_max: number
  window_ms: number
}

/** Keys kept; the one tried longest ago makes room, so that inventing names can't fill the memory. */
const KEYS_MAX = 50_000

/**
 * Counts failed tries by key in this process's memory. A try is taken before it is made and given back where it
 * succeeded, so that simultaneous tries can't outrun the count.
 */
export class TryLimiter {
  readonly #limit: TryLimit
  readonly #tries = recentlyUsed<string, { count: number; ends_at_ms: number }>(KEYS_MAX)

  constructor(limit: TryLimit) {
    this.#limit = limit
  }

  /** Takes a try; null, or where none is left the time at which the window ends. */
  take(key: string, now_ms: number): Date | null {
    const known = this.#tries.get(key)
    if (known && known.ends_at_ms > now_ms) {
      if (known.count >= this.#limit.tries_max) return new Date(known.ends_at_ms)
      known.count += 1
      return null
    }
    this.#tries.set(key, { count: 1, ends_at_ms: now_ms + this.#limit.window_ms })
    return null
  }

  /** Gives a try back: it succeeded. */
  giveBack(key: string): void {
    const known = this.#tries.get(key)
    if (!known) return
    known.count -= 1
    if (known.count <= 0) this.#tries.delete(key)
  }
}
