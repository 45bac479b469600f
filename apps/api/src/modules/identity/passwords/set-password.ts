import type { InputOf } from '@adtally/contract/call.ts'
import type { setPassword } from '@adtally/contract/money/wallet.ts'
import type { Transaction } from '../../../database/database.ts'
import { publish } from '../../../database/outbox.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import * as policies from '../../policies/index.ts'
import type { Caller } from '../../route.ts'
import type { Services } from '../../services.ts'
import { customerById } from '../customers.repository.ts'
import { TRANSACTION_PASSWORD_RESET_TOPIC } from '../facts.ts'
import { tellOfSecurity } from '../profile/tell-of-security.ts'
import { signInFreshUntil } from '../rules.ts'
import { endGrants } from '../second-factor/grants.repository.ts'
import { checkLoginPassword } from './login-password.ts'
import { checkTransactionPassword, sealPassword } from './transaction-password.ts'
import { insertFirst, replace } from './transaction-passwords.repository.ts'

type Change = 'set' | 'changed' | 'reset'

type Setter = Pick<Caller, 'customer_id' | 'session_began_at'>

/**
 * Sets the first transaction password, changes it with the old one, or resets it with the sign-in password, which
 * restarts the beneficiary's wait (PRODUCT §7). A first one set in an old session without the sign-in password waits
 * like a reset, since a stolen token can request it. Returns until when withdrawals wait, or null. Throws what the
 * call's contract lists.
 */
export async function setTransactionPassword(
  services: Services,
  setter: Setter,
  input: InputOf<typeof setPassword>,
): Promise<{ effective_wait_until: Date | null }> {
  const { customer_id } = setter
  const { password, old_password, login_password } = input
  const is_set = await hasTransactionPassword(services, customer_id)
  if (!is_set) return { effective_wait_until: await setFirst(services, setter, input) }
  if (old_password !== undefined) {
    await checkTransactionPassword(services, customer_id, old_password, 'old_password')
    if (old_password === password) throw new Refusal('transaction_password_same', { field: 'password' })
    await replaceWith(services, customer_id, password, 'changed')
    return { effective_wait_until: null }
  }
  if (login_password === undefined) {
    throw new Refusal('old_transaction_password_required', { field: 'old_password' })
  }
  await checkLoginPassword(services, customer_id, login_password)
  const reset_at = await replaceWith(services, customer_id, password, 'reset')
  return { effective_wait_until: waitUntil(services, reset_at) }
}

function waitUntil(services: Services, reset_at: Date): Date {
  return new Date(reset_at.getTime() + policies.current(services).beneficiary_wait_ms)
}

/** Sets the first one; returns until when withdrawals wait, or null where the caller proved their identity. */
async function setFirst(
  services: Services,
  { customer_id, session_began_at }: Setter,
  { password, login_password }: InputOf<typeof setPassword>,
): Promise<Date | null> {
  if (login_password !== undefined) await checkLoginPassword(services, customer_id, login_password)
  const is_proved = login_password !== undefined || services.clock.now() < signInFreshUntil(session_began_at)
  const password_sealed = await sealed(services, customer_id, password)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const set_at = await insertFirst(tx, customer_id, password_sealed, !is_proved)
    if (!set_at) throw new Refusal('old_transaction_password_required', { field: 'old_password' })
    if (!is_proved) await publish(tx, TRANSACTION_PASSWORD_RESET_TOPIC, { customer_id }, customer_id)
    await appendChange(tx, customer_id, 'set')
    // If a thief was first, the customer learns of it while withdrawals wait.
    if (!is_proved) await tellOfSecurity(tx, customer_id, 'transaction_password_changed')
    return is_proved ? null : waitUntil(services, set_at)
  })
}

async function hasTransactionPassword({ database }: Services, customer_id: string): Promise<boolean> {
  const customer = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
    customerById(tx, customer_id),
  )
  return customer !== null && customer.transaction_password_changed_at !== null
}

async function sealed(services: Services, customer_id: string, digest: string): Promise<Buffer> {
  return sealPassword(services, customer_id, await services.identity.hasher.hash(digest))
}

async function replaceWith(
  services: Services,
  customer_id: string,
  digest: string,
  change: 'changed' | 'reset',
): Promise<Date> {
  const password_sealed = await sealed(services, customer_id, digest)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const changed_at = await replace(tx, customer_id, password_sealed, change === 'reset')
    await endGrants(tx, customer_id)
    if (change === 'reset') await publish(tx, TRANSACTION_PASSWORD_RESET_TOPIC, { customer_id }, customer_id)
    await appendChange(tx, customer_id, change)
    await tellOfSecurity(tx, customer_id, 'transaction_password_changed')
    return changed_at
  })
}

async function appendChange(tx: Transaction, customer_id: string, change: Change): Promise<void> {
  await audit.byCustomer(tx, customer_id, { action: `transaction_password.${change}` })
}
