import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** A transaction password as it stands. */
export interface KeptPassword {
  password_sealed: Buffer
  /** Until when nothing is checked; null where no lock holds now. */
  locked_until: Date | null
}

/** How many wrong tries there may be, and how long the lock then lasts. */
export interface AttemptLimit {
  attempts_max: number
  lock_ms: number
}

/** Reads what a try is checked against; null where none is set. */
export type ReadForCheck = (tx: Transaction, customer_id: string) => Promise<KeptPassword | null>

/**
 * Keeps the row until the transaction ends: tries of one customer, of whatever process, are checked one after the other,
 * so that any number of simultaneous ones can't outrun the count of the wrong.
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
 * Counts a wrong try of a customer who is not locked out; answers until when the last one locks them out, else null. The
 * first after a lock has ended starts counting again.
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

/** After a right check: counting starts again. */
export async function clearAttempts(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.transaction_passwords')
    .set({ attempts: 0, locked_until: null })
    .where('customer_id', '=', customer_id)
    .where((where) => where.or([where('attempts', '>', 0), where('locked_until', 'is not', null)]))
    .execute()
}

/**
 * Stores the first transaction password; `is_reset`: nothing proved whose it is, so that it counts as one that was reset.
 * Answers when, null where there is one already.
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
 * Replaces a transaction password and lifts its lock; `is_reset`: without the old one, which other modules can
 * see by `transaction_password_reset_at`. Answers when.
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
