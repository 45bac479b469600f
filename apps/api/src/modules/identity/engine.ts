import type { Services } from '../services.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { PasswordHasher } from './password-hasher.ts'
import { SessionKeeper } from './session-keeper.ts'

/** What identity keeps in a process's memory. */
export interface IdentityEngine {
  hasher: PasswordHasher
  keeper: SessionKeeper
  /** Tries of a transaction password, by customer. */
  password_tries: OneAtATime
}

declare module '../services.ts' {
  interface Services {
    identity: IdentityEngine
  }
}

/** Makes the engine. */
export async function createEngine(services: Services): Promise<IdentityEngine> {
  const [hasher, keeper] = await Promise.all([PasswordHasher.create(), SessionKeeper.create(services)])
  return { hasher, keeper, password_tries: new OneAtATime() }
}
