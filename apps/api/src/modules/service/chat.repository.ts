import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ChatMessageTable } from './tables.ts'

export type ChatMessageRow = Selectable<ChatMessageTable>

/** Stores a message unless this request made one before; answers the message that stands. */
export async function insertMessage(
  tx: Transaction,
  row: Omit<Insertable<ChatMessageTable>, 'sent_at' | 'read_at'>,
): Promise<ChatMessageRow> {
  await tx
    .insertInto('service.chat_messages')
    .values({ ...row, sent_at: sql`platform.now()` })
    .onConflict((conflict) => conflict.columns(['customer_id', 'request_id']).doNothing())
    .execute()
  const query = tx.selectFrom('service.chat_messages').selectAll().where('customer_id', '=', row.customer_id)
  return await (row.request_id === null || row.request_id === undefined
    ? query.where('message_id', '=', row.message_id)
    : query.where('request_id', '=', row.request_id)
  ).executeTakeFirstOrThrow()
}

/** Messages newest first before an id, or oldest first after one. */
export async function messagesOf(
  tx: Transaction,
  customer_id: string,
  page: { before?: string | undefined; after?: string | undefined; limit: number },
): Promise<ChatMessageRow[]> {
  const query = tx.selectFrom('service.chat_messages').selectAll().where('customer_id', '=', customer_id)
  if (page.after !== undefined) {
    return await query.where('message_id', '>', page.after).orderBy('message_id').limit(page.limit).execute()
  }
  const older = page.before === undefined ? query : query.where('message_id', '<', page.before)
  return await older.orderBy('message_id', 'desc').limit(page.limit).execute()
}

/** Marks what others than `reader` wrote, up to a message, read. False where there is no such message. */
export async function markMessagesRead(
  tx: Transaction,
  customer_id: string,
  message_id: string,
  reader: 'customer' | 'service',
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    with named as (
      select from service.chat_messages where customer_id = ${customer_id} and message_id = ${message_id}),
    marked as (
      update service.chat_messages set read_at = platform.now()
      where customer_id = ${customer_id} and message_id <= ${message_id} and read_at is null
        and (author = 'customer') = ${reader === 'service'} and exists (select from named))
    select exists (select from named) as known`.execute(tx)
  return rows[0]?.known ?? false
}

/** Customers whose messages nobody of service has read, longest waiting first. */
export async function waitingThreads(
  tx: Transaction,
  limit: number,
): Promise<{ customer_id: string; waiting: number; since: Date }[]> {
  const { rows } = await sql<{ customer_id: string; waiting: number; since: Date }>`
    select customer_id, count(*)::int as waiting, min(sent_at) as since
    from service.chat_messages where author = 'customer' and read_at is null
    group by customer_id order by since limit ${limit}`.execute(tx)
  return rows
}
