import type { InputOf } from '@adtally/contract/call.ts'
import type { passwordChange, passwordReset } from '@adtally/contract/identity/identity-password.ts'
import type { Transaction } from '../../../database/database.ts'
import { publish } from '../../../database/outbox.ts'
import { requireUncommon } from '../../../lib/passwords/uncommon-password.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import * as policies from '../../policies/index.ts'
import type { Caller } from '../../route.ts'
import type { Services } from '../../services.ts'
import { customerById, findPasswordHash } from '../customers.repository.ts'
import { TRANSACTION_PASSWORD_RESET_TOPIC } from '../facts.ts'
import { endEmailRequest } from '../profile/emails.repository.ts'
import { tellOfSecurity } from '../profile/tell-of-security.ts'
import type { Visitor } from '../registration/open-account.ts'
import { endGrants } from '../second-factor/grants.repository.ts'
import { markReset } from '../second-factor/second-factors.repository.ts'
import { forgetDevices } from '../sessions/devices.repository.ts'
import { endSessions } from '../sessions/sessions.repository.ts'
import { tokenHash } from '../sessions/tokens.ts'
import { tryFromNetwork, tryOwnPassword } from '../sign-in/sign-in-limits.ts'
import { linkCodeHash } from './given-link.ts'
import { endPasswordLinks, findLink, takeLink } from './links.repository.ts'
import { replaceLoginPassword } from './login-passwords.repository.ts'

/** Checks the sign-in password again, limited as strictly as at sign-in. Throws `login_password_wrong`. */
export async function checkLoginPassword(
  services: Services,
  customer_id: string,
  password: string,
  field = 'login_password',
): Promise<void> {
  const { database, identity } = services
  const giveBack = await tryOwnPassword(services, customer_id)
  const password_hash = await database.transaction({ kind: 'system' }, (tx) =>
    findPasswordHash(tx, customer_id),
  )
  const is_right = await identity.hasher.verify(password_hash, password)
  if (!is_right) throw new Refusal('login_password_wrong', { field })
  await giveBack()
}

/**
 * Changes the sign-in password with the old one. Other sessions end, and withdrawals wait as after a reset of the
 * transaction password, since a thief may know the old one; returns until when. Throws what its contract lists.
 */
export async function changeLoginPassword(
  services: Services,
  { customer_id, session_id }: Pick<Caller, 'customer_id' | 'session_id'>,
  { old_password, password }: InputOf<typeof passwordChange>,
): Promise<{ effective_wait_until: Date }> {
  await checkLoginPassword(services, customer_id, old_password, 'old_password')
  if (old_password === password) throw new Refusal('login_password_same', { field: 'password' })
  await requireUncommonOf(services, customer_id, password)
  const password_hash = await services.identity.hasher.hash(password)
  const reset_at = await services.database.transaction({ kind: 'system' }, (tx) =>
    replaceWith(tx, { customer_id, password_hash, keeps_session: session_id, change: 'changed' }),
  )
  services.identity.keeper.forgetCustomer(customer_id)
  const { beneficiary_wait_ms } = policies.current(services)
  return { effective_wait_until: new Date(reset_at.getTime() + beneficiary_wait_ms) }
}

/**
 * Sets a new sign-in password by a link, which is used up. Every session ends, all devices are forgotten, and
 * withdrawals wait as after a reset of the transaction password. A link of two of the staff asks for its code, too. Throws
 * what the call's contract lists.
 */
export async function resetLoginPassword(
  services: Services,
  { token, code, password }: InputOf<typeof passwordReset>,
  visitor: Visitor,
): Promise<void> {
  const { database, identity } = services
  const giveBack = await tryFromNetwork(services, visitor.address)
  const link_hash = tokenHash(token)
  const found = await database.transaction({ kind: 'system' }, (tx) => findLink(tx, link_hash, 'password'))
  if (!found) throw linkInvalid()
  const { customer_id, code_hash } = found
  if (code_hash && !code_hash.equals(linkCodeHash(code ?? '')))
    throw new Refusal('link_code_wrong', { field: 'code' })
  await requireUncommonOf(services, customer_id, password)
  const password_hash = await identity.hasher.hash(password)
  await database.transaction({ kind: 'system' }, async (tx) => {
    if (!(await takeLink(tx, link_hash, 'password'))) throw linkInvalid()
    await forgetDevices(tx, customer_id)
    await replaceWith(tx, { customer_id, password_hash, keeps_session: null, change: 'reset' })
  })
  identity.keeper.forgetCustomer(customer_id)
  await giveBack()
}

/** The same refusal for an unknown, a used and an expired link. */
export function linkInvalid(): Refusal {
  return new Refusal('link_invalid', { field: 'token' })
}

async function requireUncommonOf(services: Services, customer_id: string, password: string): Promise<void> {
  const { database, settings } = services
  const customer = await database.transaction({ kind: 'system' }, (tx) => customerById(tx, customer_id))
  const own = customer ? [customer.username, customer.email] : []
  requireUncommon(password, [...own, settings.brand.name])
}

interface Replacement {
  customer_id: string
  password_hash: string
  /** The session that changes it and goes on; null: all end. */
  keeps_session: string | null
  change: 'changed' | 'reset'
}

/** Returns since when withdrawals wait. */
async function replaceWith(
  tx: Transaction,
  { customer_id, password_hash, keeps_session, change }: Replacement,
): Promise<Date> {
  await replaceLoginPassword(tx, customer_id, password_hash)
  await endSessions(tx, customer_id, keeps_session, 'password_changed')
  await endPasswordLinks(tx, customer_id)
  // A thief with the old password may have requested an address of their own to come back with.
  await endEmailRequest(tx, customer_id)
  await endGrants(tx, customer_id)
  const reset_at = await markReset(tx, customer_id)
  await publish(tx, TRANSACTION_PASSWORD_RESET_TOPIC, { customer_id }, customer_id)
  await audit.byCustomer(tx, customer_id, { action: `login_password.${change}` })
  await tellOfSecurity(tx, customer_id, 'login_password_changed')
  return reset_at
}
