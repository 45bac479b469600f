import type { Language } from '@adtally/contract/enums.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { isTimestamp } from '../../database/time/timestamps.ts'
import { isWhole } from '../../lib/cursor.ts'
import type { Place, Placed } from '../staff-list.ts'
import { type Since, type SinceRow, sinceIn } from './overtaken.ts'
import type { GuestMessageTable } from './tables.ts'

export type GuestMessageRow = Selectable<GuestMessageTable>

/** The thread with a key's digest, created if missing, and locked, so that its messages are serialised. */
export async function openThread(
  tx: Transaction,
  thread: { thread_id: string; key_hash: Buffer; language: Language },
): Promise<{ thread_id: string; is_new: boolean }> {
  await tx
    .insertInto('service.guest_threads')
    .values(thread)
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .execute()
  const { rows } = await sql<{ thread_id: string }>`
    update service.guest_threads set changed_at = platform.now() where key_hash = ${thread.key_hash}
    returning thread_id`.execute(tx)
  const thread_id = rows[0]?.thread_id ?? thread.thread_id
  return { thread_id, is_new: thread_id === thread.thread_id }
}

/** The thread with a key's digest, or null. */
export async function threadOfKey(tx: Transaction, key_hash: Buffer): Promise<string | null> {
  const row = await tx
    .selectFrom('service.guest_threads')
    .select('thread_id')
    .where('key_hash', '=', key_hash)
    .executeTakeFirst()
  return row?.thread_id ?? null
}

/** The thread with this number in staff's naming, or null. */
export async function threadOfNumber(tx: Transaction, number: number): Promise<string | null> {
  const row = await tx
    .selectFrom('service.guest_threads')
    .select('thread_id')
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.thread_id ?? null
}

/** Updates a thread's time of the last message, which also locks it. */
export async function touchThread(tx: Transaction, thread_id: string): Promise<void> {
  await sql`update service.guest_threads set changed_at = platform.now() where thread_id = ${thread_id}`.execute(
    tx,
  )
}

/** Stores a message unless its request already did; answers the stored row. */
export async function insertGuestMessage(
  tx: Transaction,
  row: Omit<Insertable<GuestMessageTable>, 'sent_at' | 'read_at'>,
): Promise<GuestMessageRow> {
  await tx
    .insertInto('service.guest_messages')
    .values(row)
    .onConflict((conflict) => conflict.columns(['thread_id', 'request_id']).doNothing())
    .execute()
  const query = tx.selectFrom('service.guest_messages').selectAll().where('thread_id', '=', row.thread_id)
  return await (row.request_id === null || row.request_id === undefined
    ? query.where('message_id', '=', row.message_id)
    : query.where('request_id', '=', row.request_id)
  ).executeTakeFirstOrThrow()
}

/** The newest messages of a thread, optionally before one of them, newest first. */
export async function guestMessages(
  tx: Transaction,
  thread_id: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<GuestMessageRow[]> {
  const messages = tx
    .selectFrom('service.guest_messages')
    .selectAll()
    .where('thread_id', '=', thread_id)
    .orderBy('message_id', 'desc')
    .limit(limit)
  return await (before === undefined ? messages : messages.where('message_id', '<', before)).execute()
}

/**
 * The newest answer by another member of staff after the message `seen` (of all answers if that is undefined). The
 * thread must be locked. Compares the database's times, because ids come from the processes' own clocks.
 */
export async function guestAnswerSince(
  tx: Transaction,
  thread_id: string,
  { seen, staff_id }: { seen: string | undefined; staff_id: string },
): Promise<Since> {
  const { rows } = await sql<SinceRow>`
    with named as (
      select sent_at from service.guest_messages
      where thread_id = ${thread_id} and message_id = ${seen ?? null}::uuid),
    since as (
      select text, username as author, sent_at as at
      from service.guest_messages join operators.staff using (staff_id)
      where thread_id = ${thread_id} and author = 'service' and staff_id <> ${staff_id}
        and sent_at > coalesce((select sent_at from named), '-infinity')
      order by sent_at desc limit 1)
    select ${seen === undefined} or exists (select from named) as is_seen_there, since.*
    from (select) as always left join since on true`.execute(tx)
  return sinceIn(rows)
}

/** How many messages the guest has written since service's last. */
export async function unansweredCount(tx: Transaction, thread_id: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from service.guest_messages
    where thread_id = ${thread_id} and author = 'guest' and message_id > coalesce(
      (select message_id from service.guest_messages where thread_id = ${thread_id} and author = 'service'
        order by message_id desc limit 1),
      '00000000-0000-0000-0000-000000000000')`.execute(tx)
  return rows[0]?.waiting ?? 0
}

/** Marks the other side's messages as read. */
export async function markGuestRead(
  tx: Transaction,
  thread_id: string,
  reader: 'guest' | 'service',
): Promise<void> {
  await sql`
    update service.guest_messages set read_at = platform.now()
    where thread_id = ${thread_id} and author <> ${reader} and read_at is null`.execute(tx)
}

export interface WaitingGuest {
  guest: string
  language: Language
  waiting: number
  since: Date
}

/** A waiting guest's paging position: since when they wait, and their number. */
export const WAITING_GUEST_PLACE = [isTimestamp, isWhole] as const

/** Guests with messages that service has not read, longest waiting first, optionally after one of them. */
export async function waitingGuests(
  tx: Transaction,
  after: Place<typeof WAITING_GUEST_PLACE> | null,
  rows_max: number,
): Promise<Placed<WaitingGuest, typeof WAITING_GUEST_PLACE>[]> {
  const later =
    after === null
      ? sql``
      : sql`and m.sent_at >= ${after[0]}::timestamptz
          and (m.sent_at, t.number) > (${after[0]}::timestamptz, ${after[1]}::bigint)`
  const { rows } = await sql<WaitingGuest & { number_text: string; since_text: string }>`
    select 'guest-' || t.number as guest, t.language, m.sent_at as since, t.number::text as number_text,
      m.sent_at::text as since_text, (
        select count(*)::int from service.guest_messages as waiting
        where waiting.thread_id = m.thread_id and waiting.author = 'guest' and waiting.read_at is null
      ) as waiting
    from service.guest_messages m join service.guest_threads t using (thread_id)
    where m.author = 'guest' and m.read_at is null
      and not exists (
        select from service.guest_messages as older
        where older.thread_id = m.thread_id and older.author = 'guest' and older.read_at is null
          and (older.sent_at, older.message_id) < (m.sent_at, m.message_id))
      ${later}
    order by m.sent_at, t.number limit ${rows_max}`.execute(tx)
  return rows.map(({ number_text, since_text, ...row }) => ({ row, place: [since_text, number_text] }))
}

/** Deletes threads, with their messages, that had no message for `kept_ms`. */
export async function removeOldThreads(tx: Transaction, kept_ms: number): Promise<void> {
  await sql`
    delete from service.guest_threads
    where changed_at < platform.now() - ${kept_ms} * interval '1 millisecond'`.execute(tx)
}
