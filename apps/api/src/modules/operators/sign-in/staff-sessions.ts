import { Refusal } from '../../../lib/refusal.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { endSession, findSession } from './sign-in.repository.ts'

/**
 * Whoever is at work by this session, as the database knows them; it lasts for another quarter of an hour then, and for
 * twelve in all. Throws `token_expired` where it is none, has ended, or was ended: by signing out, being shut out, another
 * password or other roles.
 */
export async function resumeSession({ database }: Services, session_token: string): Promise<Staff> {
  const found = await database.transaction({ kind: 'system' }, (tx) => findSession(tx, session_token))
  if (!found) throw new Refusal('token_expired')
  return { ...found, session_token }
}

/** Ends a session; one that has ended already is left as it is. */
export async function signOut({ database }: Services, session_token: string): Promise<void> {
  await database.transaction({ kind: 'system' }, (tx) => endSession(tx, session_token))
}
