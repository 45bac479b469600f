import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import * as audit from '../../audit/index.ts'
import { tellCustomer } from '../../customer-notice.ts'
import type { CarryToSession } from '../engine.ts'
import { deviceName } from './device-name.ts'
import { insertSession, type SessionLife, untoldEnding } from './sessions.repository.ts'
import { newToken, tokenHash } from './tokens.ts'

/**
 * Opens a session and returns its token, which is not stored; beyond the maximum the longest unused session ends. The
 * device's previous session, if `before` has this customer's token, ends too, since nobody else would end it, and
 * `carryToSession` moves its data.
 */
export async function openSession(
  tx: Transaction,
  session: {
    customer_id: string
    access: 'full' | 'restricted'
    user_agent: string | undefined
    /** The token of a session that the device still has. */
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

/** Tells a customer, at their first sign-in after staff ended everybody's sessions, why that was. */
async function tellWhyEnded(tx: Transaction, customer_id: string, session_id: string): Promise<void> {
  const reason = await untoldEnding(tx, customer_id, session_id)
  if (reason === null) return
  await tellCustomer(tx, customer_id, { message: 'all_sessions_ended', values: { reason } })
}
