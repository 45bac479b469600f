import type { Transaction } from '../../database/database.ts'
import { PasswordHasher } from './passwords/password-hasher.ts'
import { SessionKeeper, type SessionNeeds } from './sessions/session-keeper.ts'
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
  carryToSession: CarryToSession
}

/** What identity is made with. */
export interface IdentityNeeds extends SessionNeeds {
  /** What notifications on the device ask for where its customer signs in anew. */
  carryToSession: CarryToSession
}

/** Made once a process; it hears from then on of every change of a session. */
export async function createIdentity({ carryToSession, ...needs }: IdentityNeeds): Promise<IdentityEngine> {
  const [hasher, keeper] = await Promise.all([PasswordHasher.create(), SessionKeeper.create(needs)])
  return { hasher, keeper, password_tries: new KeyedMutex(), carryToSession }
}
