import { sql } from 'kysely'
import type { Transaction } from './database.ts'
import { type FollowsFrom, requestsOf } from './follows-from.ts'

/**
 * Publishes an event to other modules in the transaction that makes it true; each subscription to `topic` runs once,
 * after the commit. `payload` is a JSON value (no bigint). Messages with the same topic and `key` are handled one
 * after another, in the order of publishing, others in any order. Their work belongs to the transaction's request.
 */
export async function publish(tx: Transaction, topic: string, payload: unknown, key = ''): Promise<void> {
  await sql`select platform.publish(${topic}, ${key}, ${JSON.stringify(payload)}::jsonb)`.execute(tx)
}

/**
 * Like `publish`, for many messages of one topic; those with the same key in the order given. If they follow from
 * several requests, each names its own.
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
