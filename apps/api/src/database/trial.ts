import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Runs `work` and rolls back everything that it wrote and locked, whether it succeeds or throws; returns its result.
 * Sequences keep counting. Nothing else may use the transaction meanwhile.
 */
export async function onTrial<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await sql`savepoint trial`.execute(tx)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint trial`.execute(tx)
    await sql`release savepoint trial`.execute(tx)
  }
}

/**
 * Runs `work` and keeps what it wrote, or, where it throws or what is asked at the commit would be refused, nothing of it;
 * the transaction goes on either way. Answers the error, null without one. Nothing else may use the transaction meanwhile.
 */
export async function orNothing(tx: Transaction, work: () => Promise<void>): Promise<unknown> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await work()
    await sql`set constraints all immediate`.execute(tx)
    await sql`set constraints all deferred`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    return null
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    return error
  }
}
