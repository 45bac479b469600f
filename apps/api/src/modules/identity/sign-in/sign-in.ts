import type { InputOf } from '@adtally/contract/call.ts'
import type { login } from '@adtally/contract/identity/identity.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { findBySignIn } from '../customers.repository.ts'
import { writeOfNewDevice } from '../profile/security-letters.ts'
import type { OpenedSession, Visitor } from '../registration/open-account.ts'
import { keepsRestrictedAccess, statusReason } from '../rules.ts'
import { checkSecondFactor } from '../second-factor/check-second-factor.ts'
import { knownDevice, rememberDevice } from '../sessions/device.ts'
import { openSession } from '../sessions/open-session.ts'
import { trySignIn } from './sign-in-limits.ts'

export interface DeviceSession extends OpenedSession {
  /** The device shows it at the next sign-in. */
  device_token: string
}

/**
 * Signs in by username or e-mail address and password, and by the second factor if the customer requires it; the
 * device's previous session of theirs ends. Neither the reply nor its time shows whether a name exists, and a factor
 * shows only after the right password. Throws `credentials_wrong`, what `checkSecondFactor` throws;
 * `too_many_requests` with a `deadline`; for an inactive account its status with `lang` and, where it is disabled or
 * cancelled, a `restricted_token` for reading and withdrawing its own money (PRODUCT §7).
 */
export async function signIn(
  services: Services,
  { username, password, device_token, second_factor, passkey }: InputOf<typeof login>,
  visitor: Visitor,
): Promise<DeviceSession> {
  const { database, identity } = services
  const { customer, device_hash } = await database.transaction({ kind: 'system' }, async (tx) => {
    const found = await findBySignIn(tx, username)
    return { customer: found, device_hash: await knownDevice(tx, found?.customer_id ?? null, device_token) }
  })
  const known_device = customer && device_hash && { customer_id: customer.customer_id, device_hash }
  const giveBack = await trySignIn(services, { name: username, address: visitor.address, known_device })
  const is_right = await identity.hasher.verify(customer?.password_hash ?? null, password)
  if (!customer || !is_right) throw new Refusal('credentials_wrong')
  const { customer_id, status } = customer
  // A missing factor is no wrong try; a wrong one is, and counts here too.
  const is_shown = second_factor !== undefined || passkey !== undefined
  if (!is_shown) await giveBack()
  await checkSecondFactor(services, customer_id, { second_factor, passkey }, { kind: 'sign_in' })
  if (is_shown) await giveBack()
  const { user_agent, session_token } = visitor
  const open = async (access: 'full' | 'restricted') => {
    const before = { session_token, carryToSession: identity.carryToSession }
    const session = { customer_id, access, user_agent, before }
    const opened = await database.transaction({ kind: 'system' }, async (tx) => {
      if (!device_hash) await writeOfNewDevice(services, tx, customer, user_agent)
      return {
        token: await openSession(tx, session, policies.current(services)),
        device_token: await rememberDevice(tx, customer_id, device_token),
      }
    })
    identity.keeper.forgetCustomer(customer_id)
    return opened
  }
  const reason = statusReason(status)
  if (reason === null) return { customer_id, ...(await open('full')) }
  const data = { lang: customer.language ?? visitor.language }
  if (!keepsRestrictedAccess(status)) throw new Refusal(reason, { data })
  const { token: restricted_token } = await open('restricted')
  throw new Refusal(reason, { data: { ...data, restricted_token } })
}
