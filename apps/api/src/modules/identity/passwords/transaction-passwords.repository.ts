import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

export interface KeptPassword {
  password_sealed: Buffer
  /** Nothing is checked before this; null where no lock is in force. */
  locked_until: Date | null
}

/** The wrong tries allowed, and how long the lock then lasts. */
export interface AttemptLimit {
  attempts_max: number
  lock_ms: number
}

/** Reads what a try is checked against; null where no password is set. */
export type ReadForCheck = (tx: Transaction, customer_id: string) => Promise<KeptPassword | null>

/**
 * Locks the row until the transaction ends: one customer's tries in all processes are checked one after another, so
 * that simultaneous ones can't outrun the count of wrong ones.
 */
export const lockForCheck: ReadForCheck = async (tx, customer_id) => {
  const row = await tx
    .selectFrom('identity.transaction_passwords')
    .select([
      'password_sealed',
      sql<Date | null>`case when locked_until > platform.now() then locked_until end`.as('locked_until'),
    ])
    .where('customer_id', '=', customer_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Counts a wrong try of an unlocked customer; returns the end of the lock if it was the last one allowed, else null.
 * After a lock has ended, the count starts again.
 */
export async function countWrong(
  tx: Transaction,
  customer_id: string,
  { attempts_max, lock_ms }: AttemptLimit,
): Promise<Date | null> {
  const { locked_until } = await tx
    .updateTable('identity.transaction_passwords')
    .set({
      attempts: sql<number>`case when locked_until is null then attempts + 1 else 1 end`,
      locked_until: sql<Date | null>`case when locked_until is null and attempts + 1 >= ${attempts_max}::integer
        then platform.now() + ${lock_ms}::integer * interval '1 millisecond' end`,
    })
    .where('customer_id', '=', customer_id)
    .returning('locked_until')
    .executeTakeFirstOrThrow()
  return locked_until
}

/** Restarts the count after a right try. */
export async function clearAttempts(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.transaction_passwords')
    .set({ attempts: 0, locked_until: null })
    .where('customer_id', '=', customer_id)
    .where((where) => where.or([where('attempts', '>', 0), where('locked_until', 'is not', null)]))
    .execute()
}

/**
 * Stores the first transaction password, and returns when; null where there is one. `is_reset`: set without proof of
 * identity, so that it counts as a reset.
 */
export async function insertFirst(
  tx: Transaction,
  customer_id: string,
  password_sealed: Buffer,
  is_reset: boolean,
): Promise<Date | null> {
  const result = await tx
    .insertInto('identity.transaction_passwords')
    .values({ customer_id, password_sealed, locked_until: null, changed_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .executeTakeFirst()
  const is_first = result.numInsertedOrUpdatedRows === 1n
  return is_first ? await markChanged(tx, customer_id, is_reset) : null
}

/**
 * Replaces a transaction password, lifts its lock, and returns when. `is_reset`: without the old one, which other
 * modules see by `transaction_password_reset_at`.
 */
export async function replace(
  tx: Transaction,
  customer_id: string,
  password_sealed: Buffer,
  is_reset: boolean,
): Promise<Date> {
  await tx
    .updateTable('identity.transaction_passwords')
    .set({ password_sealed, attempts: 0, locked_until: null, changed_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .execute()
  return await markChanged(tx, customer_id, is_reset)
}

async function markChanged(tx: Transaction, customer_id: string, is_reset: boolean): Promise<Date> {
  const { changed_at } = await tx
    .updateTable('identity.customers')
    .set({ transaction_password_changed_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .returning('transaction_password_changed_at as changed_at')
    .executeTakeFirstOrThrow()
  if (!changed_at) throw new Error('The time that was just stored could not be read')
  if (is_reset) {
    await tx
      .updateTable('identity.customers')
      .set({ transaction_password_reset_at: changed_at })
      .where('customer_id', '=', customer_id)
      .execute()
  }
  return changed_at
}
