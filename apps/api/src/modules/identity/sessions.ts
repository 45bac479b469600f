import * as audit from '../audit/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { listSessions, revokeSession, type SessionLine } from './sessions.repository.ts'

/** The customer's sessions that are signed in, the one used last first. */
export async function sessionsOf({ database }: Services, customer_id: string): Promise<SessionLine[]> {
  return await database.transaction({ kind: 'customer', customer_id }, (tx) => listSessions(tx, customer_id))
}

/**
 * Ends one of the customer's sessions, in every process. Throws `no_user_data` where they have no such session
 * that is signed in.
 */
export async function endSession(
  { database, identity }: Services,
  customer_id: string,
  session_id: string,
): Promise<void> {
  await database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const is_ended = await revokeSession(tx, customer_id, session_id)
    if (!is_ended) throw new Refusal('no_user_data', { field: 'session_id' })
    await audit.append(tx, {
      actor: { kind: 'customer', customer_id },
      action: 'session.revoked',
      subject: { kind: 'session', id: session_id },
      customer_id,
    })
  })
  identity.keeper.forget(session_id)
}
