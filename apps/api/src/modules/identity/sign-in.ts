import type { InputOf } from '@adtally/contract/call.ts'
import type { login } from '@adtally/contract/identity.ts'
import * as policies from '../policies/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { findBySignIn } from './customers.repository.ts'
import type { OpenedSession, Visitor } from './open-account.ts'
import { openSession } from './open-session.ts'
import { keepsRestrictedAccess, statusReason } from './rules.ts'

/**
 * Signs in by username or e-mail address and password. Whether a name exists shows neither in the reply nor in
 * its time. Throws `credentials_wrong`; `too_many_requests` with a `deadline`; for an account that is not active
 * its status with `lang`, and, where it is disabled or cancelled, a `restricted_token` good for reading and
 * withdrawing its own money (PRODUCT §7).
 */
export async function signIn(
  services: Services,
  { username, password }: InputOf<typeof login>,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { database, identity, clock } = services
  const giveBack = identity.limits.take(username, visitor.address, clock.now_ms())
  const customer = await database.transaction({ kind: 'system' }, (tx) => findBySignIn(tx, username))
  const is_right = await identity.hasher.verify(customer?.password_hash ?? null, password)
  if (!customer || !is_right) throw new Refusal('credentials_wrong')
  giveBack()
  const { customer_id, status } = customer
  const { user_agent } = visitor
  const { session_idle_ms } = policies.current(services)
  const open = (access: 'full' | 'restricted') =>
    database.transaction({ kind: 'system' }, (tx) =>
      openSession(tx, { customer_id, access, user_agent }, session_idle_ms),
    )
  const reason = statusReason(status)
  if (reason === null) return { customer_id, token: await open('full') }
  const data = { lang: customer.language ?? visitor.language }
  if (!keepsRestrictedAccess(status)) throw new Refusal(reason, { data })
  throw new Refusal(reason, { data: { ...data, restricted_token: await open('restricted') } })
}
