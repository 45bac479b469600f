import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'

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
export type TakeAttempt = (database: Database, customer_id: string, limit: AttemptLimit) => Promise<Attempt>

const TAKE = {
  name: 'identity_take_attempt',
  text: `with taken as (
      update identity.transaction_passwords set
        attempts = case when locked_until is null then attempts + 1 else 1 end,
        locked_until = case when locked_until is null and attempts + 1 >= $2::integer
          then platform.now() + $3::integer * interval '1 millisecond' end
      where customer_id = $1 and (locked_until is null or locked_until <= platform.now())
      returning password_hash, attempts, locked_until)
    select true as is_taken, password_hash, attempts, locked_until from taken
    union all
    select false, '', 0, locked_until from identity.transaction_passwords
    where customer_id = $1 and not exists (select from taken)`,
}

/**
 * Takes one of the checks left before it is made: one statement counts and locks, so that any number of
 * simultaneous tries gets `attempts_max` between them. The one that takes the last locks for `lock_ms`; the first
 * after a lock has ended starts counting again.
 */
export const takeAttempt: TakeAttempt = async (database, customer_id, { attempts_max, lock_ms }) => {
  type Row = { is_taken: boolean; password_hash: string; attempts: number; locked_until: Date | null }
  const [row] = await database.query<Row>(TAKE, [customer_id, attempts_max, lock_ms])
  if (!row) return { kind: 'not_set' }
  const { is_taken, password_hash, attempts, locked_until } = row
  if (is_taken) return { kind: 'taken', password_hash, attempts, locked_until }
  // Whoever waited for the one that took the last check still sees the row as it was before.
  return locked_until === null
    ? await takeAttempt(database, customer_id, { attempts_max, lock_ms })
    : { kind: 'locked', locked_until }
}

/** After a right check: counting starts again, and a lock that this very try had set is lifted. */
export async function clearAttempts(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.transaction_passwords')
    .set({ attempts: 0, locked_until: null })
    .where('customer_id', '=', customer_id)
    .execute()
}

/**
 * Stores the first transaction password; `is_reset`: nothing proved whose it is, so that it counts as one that was reset.
 * Answers when, null where there is one already.
 */
export async function insertFirst(
  tx: Transaction,
  customer_id: string,
  password_hash: string,
  is_reset: boolean,
): Promise<Date | null> {
  const result = await tx
    .insertInto('identity.transaction_passwords')
    .values({ customer_id, password_hash, locked_until: null, changed_at: sql<Date>`platform.now()` })
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
  password_hash: string,
  is_reset: boolean,
): Promise<Date> {
  await tx
    .updateTable('identity.transaction_passwords')
    .set({ password_hash, attempts: 0, locked_until: null, changed_at: sql<Date>`platform.now()` })
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
  if (!changed_at) throw new Error('a time just stored is there')
  if (is_reset) {
    await tx
      .updateTable('identity.customers')
      .set({ transaction_password_reset_at: changed_at })
      .where('customer_id', '=', customer_id)
      .execute()
  }
  return changed_at
}
