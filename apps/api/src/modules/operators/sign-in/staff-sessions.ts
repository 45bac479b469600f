import { Refusal } from '../../../lib/refusal.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { endSession, findSession } from './sign-in.repository.ts'

/**
 * The owner of this session, as the database knows them. Extends the session by a quarter of an hour, up to twelve
 * hours in all. Throws `token_expired` if there is none, it has ended, or it was ended: by signing out, being shut
 * out, a new password or new roles.
 */
export async function resumeSession({ database }: Services, session_token: string): Promise<Staff> {
  const found = await database.transaction({ kind: 'system' }, (tx) => findSession(tx, session_token))
  if (!found) throw new Refusal('token_expired')
  return { ...found, session_token }
}

/** Ends a session; does nothing if it has ended already. */
export async function signOut({ database }: Services, session_token: string): Promise<void> {
  await database.transaction({ kind: 'system' }, (tx) => endSession(tx, session_token))
}
