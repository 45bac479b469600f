import { TryLimiter } from '../identity/index.ts'

/** What following keeps in a process's memory. */
export interface FollowsEngine {
  /** Tries of unknown operated IDs; after many in a row, a customer has to wait. */
  tries: TryLimiter
}

const TRIES = { tries_max: 20, window_ms: 15 * 60_000 }

/** Made once a process. */
export function createFollows(): FollowsEngine {
  return { tries: new TryLimiter(TRIES) }
}
