import { recentlyUsed } from '../../../lib/recently-used.ts'

export interface TryLimit {
  tries_max: number
  window_ms: number
}

/** Keys kept; the one tried longest ago is dropped, so that invented names can't fill the memory. */
const KEYS_MAX = 50_000

/**
 * Counts failed tries by key in this process's memory. A try is taken beforehand and given back if it succeeds, so
 * that simultaneous tries can't outrun the count.
 */
export class TryLimiter {
  readonly #limit: TryLimit
  readonly #tries = recentlyUsed<string, { count: number; ends_at_ms: number }>(KEYS_MAX)

  constructor(limit: TryLimit) {
    this.#limit = limit
  }

  /** Takes a try; returns null, or the window's end where none is left. */
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

  /** Gives a try back after success. */
  giveBack(key: string): void {
    const known = this.#tries.get(key)
    if (!known) return
    known.count -= 1
    if (known.count <= 0) this.#tries.delete(key)
  }
}
