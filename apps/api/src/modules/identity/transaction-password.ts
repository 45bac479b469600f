import { createHmac } from 'node:crypto'
import * as audit from '../audit/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import type {} from './engine.ts'
import { clearAttempts, takeAttempt } from './transaction-passwords.repository.ts'

/** PRODUCT §7: five failures, 15 minutes. */
export const ATTEMPT_LIMIT = { attempts_max: 5, lock_ms: 15 * 60_000 }

/**
 * What is hashed instead of the digest: an HMAC under a key from outside the database and bound to the customer,
 * so that a stolen database does not yield six digits to a million guesses. Text, because verifying takes text only.
 */
export function pepperedDigest({ settings }: Services, customer_id: string, digest: string): string {
  return createHmac('sha256', settings.secret('identity-transaction-password'))
    .update(`${customer_id}:${digest}`)
    .digest('base64url')
}

/**
 * Checks the wire form of a transaction password; returns where it is right. Call it outside any transaction: a
 * try counts even where what follows is refused. Throws `transaction_password_not_set`,
 * `transaction_password_wrong` (with the lock's `deadline` where this was the last try) or
 * `transaction_password_locked` (with its `deadline`).
 */
export async function checkTransactionPassword(
  services: Services,
  customer_id: string,
  digest: string,
  field = 'password',
  take = takeAttempt,
): Promise<void> {
  const { database, identity } = services
  const attempt = await take(database, customer_id, ATTEMPT_LIMIT)
  if (attempt.kind === 'not_set') throw new Refusal('transaction_password_not_set')
  if (attempt.kind === 'locked') {
    throw new Refusal('transaction_password_locked', { field, deadline: attempt.locked_until })
  }
  const is_right = await identity.hasher.verify(
    attempt.password_hash,
    pepperedDigest(services, customer_id, digest),
  )
  if (is_right) {
    await database.transaction({ kind: 'system' }, (tx) => clearAttempts(tx, customer_id))
    return
  }
  if (!attempt.locked_until) throw new Refusal('transaction_password_wrong', { field })
  await database.transaction({ kind: 'system' }, (tx) =>
    audit.append(tx, {
      actor: { kind: 'program' },
      action: 'transaction_password.locked',
      subject: { kind: 'customer', id: customer_id },
      customer_id,
    }),
  )
  throw new Refusal('transaction_password_wrong', { field, deadline: attempt.locked_until })
}
