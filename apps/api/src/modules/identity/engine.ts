import type { Transaction } from '../../database/database.ts'
import { PasswordHasher } from './passwords/password-hasher.ts'
import { SessionKeeper, type SessionNeeds } from './sessions/session-keeper.ts'
import { KeyedMutex } from './sign-in/keyed-mutex.ts'

/**
 * Moves a device's data from its old session to the one that replaces it, in the same transaction, when the same
 * customer signs in again on it.
 */
export type CarryToSession = (
  tx: Transaction,
  sessions: { replaced_id: string; session_id: string },
) => Promise<void>

export interface IdentityEngine {
  hasher: PasswordHasher
  keeper: SessionKeeper
  /** Queues tries of a transaction password, by customer. */
  password_tries: KeyedMutex
  carryToSession: CarryToSession
}

export interface IdentityNeeds extends SessionNeeds {
  /** For notifications on the device, when its customer signs in again. */
  carryToSession: CarryToSession
}

/** Creates identity once per process; it is then notified of every change of a session. */
export async function createIdentity({ carryToSession, ...needs }: IdentityNeeds): Promise<IdentityEngine> {
  const [hasher, keeper] = await Promise.all([PasswordHasher.create(), SessionKeeper.create(needs)])
  return { hasher, keeper, password_tries: new KeyedMutex(), carryToSession }
}
