import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { MessageTable } from './tables.ts'

/** A pending message to a device. */
export type NewMessage = Omit<Insertable<MessageTable>, 'written_at' | 'expires_at'>

/** Writes messages to devices, each of which expires after `life_ms`. */
export async function insertMessages(
  tx: Transaction,
  messages: readonly NewMessage[],
  life_ms: number,
): Promise<void> {
  if (messages.length === 0) return
  await tx
    .insertInto('webpush.messages')
    .values(
      messages.map((message) => ({
        ...message,
        written_at: sql<Date>`platform.now()`,
        expires_at: sql<Date>`platform.now() + ${life_ms}::bigint * interval '1 millisecond'`,
      })),
    )
    .execute()
}

/** A message being sent, and how long until it expires. */
export type DueMessage = Omit<NewMessage, 'customer_id'> & { life_ms: number }

/** The oldest message to a device, after deleting expired ones; null if none is left. */
export async function nextMessage(tx: Transaction, session_id: string): Promise<DueMessage | null> {
  await tx
    .deleteFrom('webpush.messages')
    .where('session_id', '=', session_id)
    .where('expires_at', '<=', sql<Date>`platform.now()`)
    .execute()
  const row = await tx
    .selectFrom('webpush.messages')
    .select(['message_id', 'session_id', 'kind', 'language', 'title', 'content'])
    .select(
      sql<number>`(extract(epoch from expires_at - platform.now()) * 1000)::double precision`.as('life_ms'),
    )
    .where('session_id', '=', session_id)
    .orderBy('message_id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes a message that has arrived or never will. */
export async function deleteMessage(tx: Transaction, message_id: string): Promise<void> {
  await tx.deleteFrom('webpush.messages').where('message_id', '=', message_id).execute()
}
