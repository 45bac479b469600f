import { Refusal } from '../refusal.ts'
import { TryLimiter } from './try-limiter.ts'

const WINDOW_MS = 15 * 60_000

/** Failures in 15 minutes: of one name from one address, of one name from anywhere, from one address. */
const LIMITS = { pair: 10, name: 100, address: 300 }

/** Takes back what a successful try had taken. */
export type GiveBack = () => void

/**
 * Slows guessing of sign-in passwords and licence codes. One name is limited tightly per address, so that whoever
 * guesses somebody's password does not lock that person out elsewhere. Known and unknown names count alike.
 */
export class SignInLimits {
  readonly #pairs = new TryLimiter({ tries_max: LIMITS.pair, window_ms: WINDOW_MS })
  readonly #names = new TryLimiter({ tries_max: LIMITS.name, window_ms: WINDOW_MS })
  readonly #addresses = new TryLimiter({ tries_max: LIMITS.address, window_ms: WINDOW_MS })

  /** Takes one try; throws `too_many_requests` with the `deadline` at which there are tries again. */
  take(name: string, address: string, now_ms: number): GiveBack {
    const folded = name.toLowerCase()
    const taken: GiveBack[] = []
    const steps: [TryLimiter, string][] = [
      [this.#pairs, `${folded} ${address}`],
      [this.#names, folded],
      [this.#addresses, address],
    ]
    for (const [limiter, key] of steps) {
      const deadline = limiter.take(key, now_ms)
      if (deadline) {
        for (const giveBack of taken) giveBack()
        throw new Refusal('too_many_requests', { deadline })
      }
      taken.push(() => limiter.giveBack(key))
    }
    return () => {
      for (const giveBack of taken) giveBack()
    }
  }

  /** Takes one try of an address alone, for calls that name nobody yet. Throws as `take` does. */
  takeAddress(address: string, now_ms: number): GiveBack {
    const deadline = this.#addresses.take(address, now_ms)
    if (deadline) throw new Refusal('too_many_requests', { deadline })
    return () => this.#addresses.giveBack(address)
  }
}
