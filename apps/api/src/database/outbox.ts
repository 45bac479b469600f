import { sql } from 'kysely'
import type { Transaction } from './database.ts'
import { type FollowsFrom, requestsOf } from './follows-from.ts'

/**
 * Tells other modules of a fact, in the transaction that makes it true; each subscription to `topic` runs once,
 * after the commit. `payload` is a JSON value (no bigint). Messages of one topic and `key` are handled one after
 * another, in the order of publishing; those without a key in any order. It goes on as the work of the request that the
 * transaction is for.
 */
export async function publish(tx: Transaction, topic: string, payload: unknown, key = ''): Promise<void> {
  await sql`select platform.publish(${topic}, ${key}, ${JSON.stringify(payload)}::jsonb)`.execute(tx)
}

/**
 * As `publish`, many messages of one topic at once; those of one key in the order given. Where they follow from several
 * requests, each names its own.
 */
export async function publishAll(
  tx: Transaction,
  topic: string,
  messages: readonly (FollowsFrom & { key: string; payload: unknown })[],
): Promise<void> {
  if (messages.length === 0) return
  await sql`select platform.publish_all(
    ${topic}, ${messages.map(({ key }) => key)}::text[],
    ${JSON.stringify(messages.map(({ payload }) => payload))}::jsonb,
    ${requestsOf(messages)}::text[])`.execute(tx)
}
