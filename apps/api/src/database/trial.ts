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
