import type { Transaction } from '../../database/database.ts'
import type { Services } from '../services.ts'
import { PasswordHasher } from './passwords/password-hasher.ts'
import { SessionKeeper } from './sessions/session-keeper.ts'
import { KeyedMutex } from './sign-in/keyed-mutex.ts'

/**
 * Takes along what a device has in its session to the one that takes its place, in that very transaction: the same customer
 * signed in anew on it.
 */
export type CarryToSession = (
  tx: Transaction,
  sessions: { replaced_id: string; session_id: string },
) => Promise<void>

/** What identity keeps in a process's memory. */
export interface IdentityEngine {
  hasher: PasswordHasher
  keeper: SessionKeeper
  /** Tries of a transaction password, by customer. */
  password_tries: KeyedMutex
  /** Modules add theirs as they are made. */
  carries: CarryToSession[]
}

declare module '../services.ts' {
  interface Services {
    identity: IdentityEngine
  }
}

/** Makes the engine. */
export async function createEngine(services: Services): Promise<IdentityEngine> {
  const [hasher, keeper] = await Promise.all([PasswordHasher.create(), SessionKeeper.create(services)])
  return { hasher, keeper, password_tries: new KeyedMutex(), carries: [] }
}
