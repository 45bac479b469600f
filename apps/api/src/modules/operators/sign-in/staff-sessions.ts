import { DatabaseError } from 'pg'
import { Refusal } from '../../../lib/refusal.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { endSession, findSession, type OwnSession, ownSessions } from './sign-in.repository.ts'

/**
 * Somebody at work; `is_fresh`: they have proved who they are within the last five minutes; `lacks_factor`: they have fewer
 * second factors than a live ledger wants.
 */
export interface AtWork extends Staff {
  is_fresh: boolean
  lacks_factor: boolean
}

/**
 * The owner of this session, as the database knows them. Extends the session by a quarter of an hour, up to twelve
 * hours in all. Throws `token_expired` if there is none, it has ended, or it was ended: by signing out, being shut
 * out, a new password or new roles.
 */
export async function resumeSession({ database }: Services, session_token: string): Promise<AtWork> {
  const found = await database.transaction({ kind: 'system' }, (tx) => findSession(tx, session_token))
  if (!found) throw new Refusal('token_expired')
  return { ...found, session_token }
}

/** A session as its owner sees it; looking extends none. Throws `token_expired` as `resumeSession` does. */
export async function ownSession({ database }: Services, session_token: string): Promise<OwnSession> {
  const found = await database.transaction({ kind: 'system' }, (tx) => ownSessions(tx, session_token))
  const own = found.find(({ is_this }) => is_this)
  if (!own) throw new Refusal('token_expired')
  return own
}

/** Throws `token_expired` where the database knew the session no more, for which it asks again at each act. */
export function refuseEnded(error: unknown): never {
  const has_ended = error instanceof DatabaseError && error.constraint === 'staff_session'
  throw has_ended ? new Refusal('token_expired') : error
}

/** Ends a session; does nothing if it has ended already. */
export async function signOut({ database }: Services, session_token: string): Promise<void> {
  await database.transaction({ kind: 'system' }, (tx) => endSession(tx, session_token))
}
