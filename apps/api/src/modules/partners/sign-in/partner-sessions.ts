import { DatabaseError } from 'pg'
import { Refusal } from '../../../lib/refusal.ts'
import type { Partner } from '../../partner-verb.ts'
import type { Services } from '../../services.ts'
import { endSession, findSession, type OwnSession, ownSessions } from './sign-in.repository.ts'

/** Somebody of a partner's at work; `is_fresh`: they have proved who they are within the last five minutes. */
export interface PartnerAtWork extends Partner {
  is_fresh: boolean
}

/**
 * The owner of this session, as the database knows them. Extends the session by a quarter of an hour, up to twelve
 * hours in all. Throws `token_expired` if there is none, it has ended, or it was ended: by signing out, being removed or
 * shut out, or another role.
 */
export async function resumePartner({ database }: Services, session_token: string): Promise<PartnerAtWork> {
  const found = await database.transaction({ kind: 'system' }, (tx) => findSession(tx, session_token))
  if (!found) throw new Refusal('token_expired')
  return { ...found, session_token }
}

/** A session as its owner sees it; looking extends none. Throws `token_expired` as `resumePartner` does. */
export async function ownPartnerSession({ database }: Services, session_token: string): Promise<OwnSession> {
  const found = await database.transaction({ kind: 'system' }, (tx) => ownSessions(tx, session_token))
  const own = found.find(({ is_this }) => is_this)
  if (!own) throw new Refusal('token_expired')
  return own
}

/** Ends a session; does nothing if it has ended already. */
export async function signPartnerOut({ database }: Services, session_token: string): Promise<void> {
  await database.transaction({ kind: 'system' }, (tx) => endSession(tx, session_token))
}

/**
 * Throws `token_expired` where the database knew the session no more, and `proof_stale` where it found no fresh proof: it
 * asks again at each act.
 */
export function refuseEndedPartner(error: unknown): never {
  const constraint = error instanceof DatabaseError ? error.constraint : undefined
  if (constraint === 'partner_session') throw new Refusal('token_expired')
  if (constraint === 'partner_proof') throw new Refusal('proof_stale')
  throw error
}
