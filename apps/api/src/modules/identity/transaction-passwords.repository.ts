import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** Leave to check once, or why not. */
export type Attempt =
  | { kind: 'taken'; password_hash: string; attempts: number; locked_until: Date | null }
  | { kind: 'locked'; locked_until: Date }
  | { kind: 'not_set' }

/** How many wrong tries there may be, and how long the lock then lasts. */
export interface AttemptLimit {
  attempts_max: number
  lock_ms: number
}

/** Takes leave for one check. */
export type TakeAttempt = (tx: Transaction, customer_id: string, limit: AttemptLimit) => Promise<Attempt>

/**
 * Takes one of the checks left before it is made: one statement counts and locks, so that any number of
 * simultaneous tries gets `attempts_max` between them. The one that takes the last locks for `lock_ms`; the first
 * after a lock has ended starts counting again.
 */
export const takeAttempt: TakeAttempt = async (tx, customer_id, { attempts_max, lock_ms }) => {
  const { rows } = await sql<{ password_hash: string; attempts: number; locked_until: Date | null }>`
    update identity.transaction_passwords set
      attempts = case when locked_until is null then attempts + 1 else 1 end,
      locked_until = case when locked_until is null and attempts + 1 >= ${attempts_max}::integer
        then platform.now() + ${lock_ms}::integer * interval '1 millisecond' end
    where customer_id = ${customer_id}::uuid and (locked_until is null or locked_until <= platform.now())
    returning password_hash, attempts, locked_until`.execute(tx)
  const [taken] = rows
  if (taken) return { kind: 'taken', ...taken }
  const row = await tx
    .selectFrom('identity.transaction_passwords')
    .select('locked_until')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  if (!row) return { kind: 'not_set' }
  // The lock can end between the two statements; whoever asks again then gets through.
  return { kind: 'locked', locked_until: row.locked_until ?? new Date(0) }
}

/** After a right check: counting starts again, and a lock that this very try had set is lifted. */
export async function clearAttempts(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.transaction_passwords')
    .set({ attempts: 0, locked_until: null })
    .where('customer_id', '=', customer_id)
    .execute()
}

/** Stores the first transaction password; false where there is one already. */
export async function insertFirst(
  tx: Transaction,
  customer_id: string,
  password_hash: string,
): Promise<boolean> {
  const result = await tx
    .insertInto('identity.transaction_passwords')
    .values({ customer_id, password_hash, locked_until: null, changed_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .executeTakeFirst()
  const is_first = result.numInsertedOrUpdatedRows === 1n
  if (is_first) await markChanged(tx, customer_id)
  return is_first
}

/**
 * Replaces a transaction password and lifts its lock; `is_reset`: without the old one, which other modules can
 * see by `transaction_password_reset_at`. Answers when.
 */
export async function replace(
  tx: Transaction,
  customer_id: string,
  password_hash: string,
  is_reset: boolean,
): Promise<Date> {
  await tx
    .updateTable('identity.transaction_passwords')
    .set({ password_hash, attempts: 0, locked_until: null, changed_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .execute()
  const changed_at = await markChanged(tx, customer_id)
  if (is_reset) {
    await tx
      .updateTable('identity.customers')
      .set({ transaction_password_reset_at: changed_at })
      .where('customer_id', '=', customer_id)
      .execute()
  }
  return changed_at
}

async function markChanged(tx: Transaction, customer_id: string): Promise<Date> {
  const { changed_at } = await tx
    .updateTable('identity.customers')
    .set({ transaction_password_changed_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .returning('transaction_password_changed_at as changed_at')
    .executeTakeFirstOrThrow()
  if (!changed_at) throw new Error('a time just stored is there')
  return changed_at
}
