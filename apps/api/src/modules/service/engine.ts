import { TryLimiter } from '../identity/index.ts'

/** In-memory limits on what one address may write and start as a visitor. */
export interface ServiceEngine {
  messages_of_address: TryLimiter
  threads_of_address: TryLimiter
}

/** Enough for a family behind one connection, too few for a machine. */
const MESSAGES = { tries_max: 30, window_ms: 10 * 60 * 1000 }
const THREADS = { tries_max: 6, window_ms: 60 * 60 * 1000 }

/** Created once per process. */
export function createService(): ServiceEngine {
  return { messages_of_address: new TryLimiter(MESSAGES), threads_of_address: new TryLimiter(THREADS) }
}
