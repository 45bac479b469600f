import { TryLimiter } from '../identity/index.ts'

/** What exchange keeps in a process's memory. */
export interface AcceptorsEngine {
  /** Wrong acceptance codes, by customer. */
  tries: TryLimiter
}

/** A code has 60 random bits: at so few tries a quarter of an hour, nobody guesses one. */
const TRIES = { tries_max: 10, window_ms: 15 * 60_000 }

/** Made once a process. */
export function createAcceptors(): AcceptorsEngine {
  return { tries: new TryLimiter(TRIES) }
}
