import { TryLimiter } from '../identity/index.ts'

/** What customer service keeps in a process's memory: what one address may write and begin as a visitor. */
export interface ServiceEngine {
  messages_of_address: TryLimiter
  threads_of_address: TryLimiter
}

/** A family behind one connection, not a machine. */
const MESSAGES = { tries_max: 30, window_ms: 10 * 60 * 1000 }
const THREADS = { tries_max: 6, window_ms: 60 * 60 * 1000 }

/** Made once a process. */
export function createService(): ServiceEngine {
  return { messages_of_address: new TryLimiter(MESSAGES), threads_of_address: new TryLimiter(THREADS) }
}
