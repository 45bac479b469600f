import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Tells other modules of a fact, in the transaction that makes it true; each subscription to `topic` runs once,
 * after the commit. `payload` is a JSON value (no bigint). Messages of one topic and `key` are handled one after
 * another, in the order of publishing; those without a key in any order.
 */
export async function publish(tx: Transaction, topic: string, payload: unknown, key = ''): Promise<void> {
  await sql`select platform.publish(${topic}, ${key}, ${JSON.stringify(payload)}::jsonb)`.execute(tx)
}
