import type { InputOf } from '@adtally/contract/call.ts'
import type { setPassword } from '@adtally/contract/wallet.ts'
import type { Transaction } from '../../database/database.ts'
import { publish } from '../../database/outbox.ts'
import * as audit from '../audit/index.ts'
import { notifyCustomer } from '../customer-notice.ts'
import * as policies from '../policies/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { customerById, findPasswordHash } from './customers.repository.ts'
import { TRANSACTION_PASSWORD_RESET_TOPIC } from './facts.ts'
import { endGrants } from './grants.repository.ts'
import { checkTransactionPassword, pepperedDigest } from './transaction-password.ts'
import { insertFirst, replace } from './transaction-passwords.repository.ts'

type Change = 'set' | 'changed' | 'reset'

/**
 * Sets the first transaction password, changes it with the old one, or resets it with the sign-in password, which
 * restarts the beneficiary's wait (PRODUCT §7). Answers until when withdrawals then wait, null where they do not.
 * Throws what the call's contract lists.
 */
export async function setTransactionPassword(
  services: Services,
  customer_id: string,
  { password, old_password, login_password }: InputOf<typeof setPassword>,
): Promise<{ effective_wait_until: Date | null }> {
  const is_set = await hasTransactionPassword(services, customer_id)
  if (!is_set) {
    const password_hash = await hashed(services, customer_id, password)
    await services.database.transaction({ kind: 'system' }, async (tx) => {
      const is_first = await insertFirst(tx, customer_id, password_hash)
      if (!is_first) throw new Refusal('old_transaction_password_required', { field: 'old_password' })
      await appendChange(tx, customer_id, 'set')
    })
    return { effective_wait_until: null }
  }
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
  const { beneficiary_wait_ms } = policies.current(services)
  return { effective_wait_until: new Date(reset_at.getTime() + beneficiary_wait_ms) }
}

async function hasTransactionPassword({ database }: Services, customer_id: string): Promise<boolean> {
  const customer = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
    customerById(tx, customer_id),
  )
  return customer !== null && customer.transaction_password_changed_at !== null
}

/** The sign-in password once more, as slow to guess here as at the door. */
async function checkLoginPassword(services: Services, customer_id: string, password: string): Promise<void> {
  const { database, identity, clock } = services
  const giveBack = identity.limits.take(customer_id, 'signed in', clock.now_ms())
  const password_hash = await database.transaction({ kind: 'system' }, (tx) =>
    findPasswordHash(tx, customer_id),
  )
  const is_right = await identity.hasher.verify(password_hash, password)
  if (!is_right) throw new Refusal('credentials_wrong', { field: 'login_password' })
  giveBack()
}

async function hashed(services: Services, customer_id: string, digest: string): Promise<string> {
  return await services.identity.hasher.hash(pepperedDigest(services, customer_id, digest))
}

async function replaceWith(
  services: Services,
  customer_id: string,
  digest: string,
  change: 'changed' | 'reset',
): Promise<Date> {
  const password_hash = await hashed(services, customer_id, digest)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const changed_at = await replace(tx, customer_id, password_hash, change === 'reset')
    await endGrants(tx, customer_id)
    if (change === 'reset') await publish(tx, TRANSACTION_PASSWORD_RESET_TOPIC, { customer_id }, customer_id)
    await appendChange(tx, customer_id, change)
    return changed_at
  })
}

async function appendChange(tx: Transaction, customer_id: string, change: Change): Promise<void> {
  await audit.append(tx, {
    actor: { kind: 'customer', customer_id },
    action: `transaction_password.${change}`,
    subject: { kind: 'customer', id: customer_id },
    customer_id,
  })
  if (change === 'set') return
  await notifyCustomer(tx, {
    customer_id,
    category: 'activity',
    message: 'transaction_password_changed',
    values: {},
    subject_kind: null,
    subject_id: null,
  })
}
