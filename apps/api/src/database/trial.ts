import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Does `work` and takes back all that it wrote and locked, whether it succeeds or throws; answers what it answers. What
 * only counts, such as a number's sequence, goes on. Nothing else may be asked of the transaction meanwhile.
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
