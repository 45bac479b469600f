import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import * as audit from '../../audit/index.ts'
import type { Services } from '../../services.ts'
import type {} from '../engine.ts'
import { clearAttempts, countWrong, lockForCheck } from './transaction-passwords.repository.ts'

/** PRODUCT §7: five failures, 15 minutes. */
export const ATTEMPT_LIMIT = { attempts_max: 5, lock_ms: 15 * 60_000 }

/**
 * A transaction password as stored: its hash, sealed under a key from outside the database and bound to the customer,
 * so that a stolen database does not yield six digits to a million guesses. Sealed rather than hashed with the key,
 * so that a new master secret can re-seal it (docs/decisions/changing-the-secret.md).
 */
export function sealPassword({ settings }: Services, customer_id: string, password_hash: string): Buffer {
  return sealText(settings.secret('identity-transaction-password'), customer_id, password_hash)
}

/** Opens the hash; null where it was sealed for another customer. */
function openPassword({ settings }: Services, customer_id: string, sealed: Buffer): string | null {
  try {
    return openText(settings.secret('identity-transaction-password'), customer_id, sealed)
  } catch {
    return null
  }
}

type TriedPassword =
  | { kind: 'right' }
  | { kind: 'not_set' }
  | { kind: 'locked'; locked_until: Date }
  | { kind: 'wrong'; locked_until: Date | null }

/**
 * Checks the wire form of a transaction password; returns if it is right. Call it outside any transaction, so that a
 * try counts even if later steps are refused. Throws `transaction_password_not_set`, `transaction_password_wrong`
 * (with the lock's `deadline` after the last try) or `transaction_password_locked` (with its `deadline`). Right ones
 * never lock, however many come at once.
 */
export async function checkTransactionPassword(
  services: Services,
  customer_id: string,
  digest: string,
  field = 'password',
): Promise<void> {
  // One customer's tries queue here, so that together they take one connection and one hasher's turn.
  const outcome = await services.identity.password_tries.run(customer_id, () =>
    tryTransactionPassword(services, customer_id, digest),
  )
  if (outcome.kind === 'right') return
  if (outcome.kind === 'not_set') throw new Refusal('transaction_password_not_set')
  const deadline = outcome.locked_until
  throw new Refusal(`transaction_password_${outcome.kind}`, { field, ...(deadline && { deadline }) })
}

/** One try, in the order the database gives tries of all processes; `read` locks the customer's row meanwhile. */
export async function tryTransactionPassword(
  services: Services,
  customer_id: string,
  digest: string,
  read = lockForCheck,
): Promise<TriedPassword> {
  const { database, identity } = services
  // The turn comes first, so that no connection waits for one and the row is locked for a single check only.
  return await identity.hasher.withTurn(({ verify }) =>
    database.transaction({ kind: 'system' }, async (tx): Promise<TriedPassword> => {
      const kept = await read(tx, customer_id)
      if (!kept) return { kind: 'not_set' }
      if (kept.locked_until) return { kind: 'locked', locked_until: kept.locked_until }
      const password_hash = openPassword(services, customer_id, kept.password_sealed)
      if (password_hash !== null && (await verify(password_hash, digest))) {
        await clearAttempts(tx, customer_id)
        return { kind: 'right' }
      }
      const locked_until = await countWrong(tx, customer_id, ATTEMPT_LIMIT)
      if (locked_until) await noteLock(tx, customer_id)
      return { kind: 'wrong', locked_until }
    }),
  )
}

async function noteLock(tx: Transaction, customer_id: string): Promise<void> {
  await audit.append(tx, {
    actor: { kind: 'program' },
    action: 'transaction_password.locked',
    subject: { kind: 'customer', id: customer_id },
    customer_id,
  })
}
