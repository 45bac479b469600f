import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import * as audit from '../../audit/index.ts'
import { tellCustomer } from '../../customer-notice.ts'
import type { CarryToSession } from '../engine.ts'
import { deviceName } from './device-name.ts'
import { insertSession, type SessionLife, untoldEnding } from './sessions.repository.ts'
import { newToken, tokenHash } from './tokens.ts'

/**
 * Opens a session, and answers its token, which is stored nowhere; of too many the one used longest ago ends. The one that the
 * device still has ends, too, where the token of `before` is one of this customer's: nobody would end it before its time. What the
 * device had in it is taken along by `carryToSession`.
 */
export async function openSession(
  tx: Transaction,
  session: {
    customer_id: string
    access: 'full' | 'restricted'
    user_agent: string | undefined
    /** What the device shows of a session that it still has. */
    before?: { session_token: string | undefined; carryToSession: CarryToSession }
  },
  life: SessionLife,
): Promise<string> {
  const { customer_id, access, user_agent, before } = session
  const token = newToken()
  const session_id = newId()
  const device = deviceName(user_agent)
  const opened = { session_id, customer_id, token_hash: tokenHash(token), access, device }
  const before_hash = before?.session_token ? tokenHash(before.session_token) : null
  const replaced_id = await insertSession(tx, opened, life, before_hash)
  if (replaced_id !== null) {
    await before?.carryToSession(tx, { replaced_id, session_id })
    await audit.byCustomer(tx, customer_id, {
      action: 'session.revoked',
      subject: { kind: 'session', id: replaced_id },
    })
  }
  await audit.byCustomer(tx, customer_id, {
    action: 'session.opened',
    subject: { kind: 'session', id: session_id },
    details: { access, device },
  })
  await tellWhyEnded(tx, customer_id, session_id)
  return token
}

/** Tells whoever signs in for the first time since two of the staff ended everybody's sessions why theirs ended. */
async function tellWhyEnded(tx: Transaction, customer_id: string, session_id: string): Promise<void> {
  const reason = await untoldEnding(tx, customer_id, session_id)
  if (reason === null) return
  await tellCustomer(tx, customer_id, { message: 'all_sessions_ended', values: { reason } })
}
