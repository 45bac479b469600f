import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import type { Place, Placed } from '../../staff-list.ts'
import type { Since } from '../overtaken.ts'
import type { ChatMessageTable } from '../tables.ts'

export type ChatMessageRow = Selectable<ChatMessageTable>

/** Locks a customer's chat until the transaction ends, so that its changes are serialised; answers its revision. */
export async function lockThread(tx: Transaction, customer_id: string): Promise<number> {
  await sql`
    insert into service.chat_threads (customer_id, revision) values (${customer_id}, 0)
    on conflict (customer_id) do nothing`.execute(tx)
  const { rows } = await sql<{ revision: string }>`
    select revision from service.chat_threads where customer_id = ${customer_id} for update`.execute(tx)
  return Number(rows[0]?.revision ?? 0)
}

/** A customer's chat's current revision; 0 before the first message. */
export async function revisionOf(tx: Transaction, customer_id: string): Promise<number> {
  const row = await tx
    .selectFrom('service.chat_threads')
    .select('revision')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return Number(row?.revision ?? 0)
}

/** The message that a request made, or null. */
export async function messageOfRequest(
  tx: Transaction,
  customer_id: string,
  request_id: string,
): Promise<ChatMessageRow | null> {
  const row = await tx
    .selectFrom('service.chat_messages')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return row ? numbered(row) : null
}

/** Stores a message as the next change of a chat that is locked at `revision`. */
export async function insertMessage(
  tx: Transaction,
  row: Omit<Insertable<ChatMessageTable>, 'sent_at' | 'read_at' | 'position' | 'revision'>,
  revision: number,
): Promise<ChatMessageRow> {
  const next = revision + 1
  const stored = await tx
    .insertInto('service.chat_messages')
    .values({ ...row, position: next, revision: next, sent_at: sql`platform.now()` })
    .returningAll()
    .executeTakeFirstOrThrow()
  await setRevision(tx, row.customer_id, next)
  return numbered(stored)
}

/**
 * The newest answer by another member of staff after the message `seen` (of all answers if that is undefined). The
 * chat must be locked.
 */
export async function answerSince(
  tx: Transaction,
  customer_id: string,
  { seen, staff_id }: { seen: string | undefined; staff_id: string },
): Promise<Since> {
  const named =
    seen === undefined
      ? { position: 0 }
      : await tx
          .selectFrom('service.chat_messages')
          .select('position')
          .where('customer_id', '=', customer_id)
          .where('message_id', '=', seen)
          .executeTakeFirst()
  if (!named) return { is_seen_there: false, answer: null }
  const row = await tx
    .selectFrom('service.chat_messages')
    .select(['text', 'staff_name', 'sent_at'])
    .where('customer_id', '=', customer_id)
    .where('author', '=', 'service')
    .where('staff_id', '<>', staff_id)
    .where('position', '>', named.position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const answer = row ? { text: row.text, author: row.staff_name ?? 'service', at: row.sent_at } : null
  return { is_seen_there: true, answer }
}

/** Whether staff or the program has answered a customer's chat within a day. */
export async function isAnsweredOfLate(tx: Transaction, customer_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('service.chat_messages')
    .select('message_id')
    .where('customer_id', '=', customer_id)
    .where('author', '<>', 'customer')
    .where('kind', '=', 'text')
    .where('sent_at', '>', sql<Date>`platform.now() - interval '1 day'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest messages before a position, newest first. */
export async function messagesBefore(
  tx: Transaction,
  customer_id: string,
  page: { before?: number | undefined; limit: number },
): Promise<ChatMessageRow[]> {
  const query = tx.selectFrom('service.chat_messages').selectAll().where('customer_id', '=', customer_id)
  const older = page.before === undefined ? query : query.where('position', '<', page.before)
  return (await older.orderBy('position', 'desc').limit(page.limit).execute()).map(numbered)
}

/** Messages sent or marked after a revision, in the order of their revisions. */
export async function changesAfter(
  tx: Transaction,
  customer_id: string,
  after: number,
  limit: number,
): Promise<ChatMessageRow[]> {
  const rows = await tx
    .selectFrom('service.chat_messages')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('revision', '>', after)
    .orderBy('revision')
    .limit(limit)
    .execute()
  return rows.map(numbered)
}

/**
 * Marks messages by others than `reader` as read, up to and including one message; each mark is a change of its own.
 * False if there is no such message.
 */
export async function markMessagesRead(
  tx: Transaction,
  customer_id: string,
  message_id: string,
  reader: 'customer' | 'service',
): Promise<boolean> {
  const revision = await lockThread(tx, customer_id)
  const { rows } = await sql<{ known: boolean; marked: number }>`
    with named as (
      select position from service.chat_messages where customer_id = ${customer_id} and message_id = ${message_id}),
    unread as (
      select message_id, row_number() over (order by position) as place from service.chat_messages
      where customer_id = ${customer_id} and position <= (select position from named) and read_at is null
        and (author = 'customer') = ${reader === 'service'}),
    marked as (
      update service.chat_messages m set read_at = platform.now(), revision = ${revision}::bigint + unread.place
      from unread where m.message_id = unread.message_id returning 1)
    select exists (select from named) as known, (select count(*)::int from marked) as marked`.execute(tx)
  const { known = false, marked = 0 } = rows[0] ?? {}
  if (marked > 0) await setRevision(tx, customer_id, revision + marked)
  return known
}

/** A waiting chat's paging position: since when it waits, and its customer. */
export const WAITING_CHAT_PLACE = [isTimestamp, isId] as const

export interface WaitingThread {
  customer_id: string
  waiting: number
  since: Date
}

/** Customers with messages that service has not read, longest waiting first. */
export async function waitingThreads(
  tx: Transaction,
  after: Place<typeof WAITING_CHAT_PLACE> | null,
  rows_max: number,
): Promise<Placed<WaitingThread, typeof WAITING_CHAT_PLACE>[]> {
  // The oldest of each stand in order in an index; to group all of them would read all of them for every page.
  const later =
    after === null ? sql`` : sql`and (sent_at, customer_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
  const { rows } = await sql<WaitingThread & { since_text: string }>`
    select customer_id, sent_at as since, sent_at::text as since_text, (
        select count(*)::int from service.chat_messages as waiting
        where waiting.customer_id = oldest.customer_id and waiting.author = 'customer' and waiting.read_at is null
      ) as waiting
    from service.chat_messages as oldest
    where author = 'customer' and read_at is null
      and not exists (
        select from service.chat_messages as older
        where older.customer_id = oldest.customer_id and older.author = 'customer' and older.read_at is null
          and (older.sent_at, older.position) < (oldest.sent_at, oldest.position))
      ${later}
    order by sent_at, customer_id limit ${rows_max}`.execute(tx)
  return rows.map(({ since_text, ...row }) => ({ row, place: [since_text, row.customer_id] }))
}

async function setRevision(tx: Transaction, customer_id: string, revision: number): Promise<void> {
  await sql`update service.chat_threads set revision = ${revision} where customer_id = ${customer_id}`.execute(
    tx,
  )
}

/** PostgreSQL's 64-bit numbers arrive as text; a chat's are small enough for exact numbers. */
function numbered(row: ChatMessageRow): ChatMessageRow {
  return { ...row, position: Number(row.position), revision: Number(row.revision) }
}
