import type { NoticeKind } from '@adtally/contract/operator/market/parties-notices.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** A receiver that does not answer is tried for so long. */
const TRIED_HOURS = 72
/** An unfinished try is repeated after this time. */
const TRY_MS_MAX = 60_000
/** The first wait after a failure; each is twice as long as the one before, up to the most, less up to a half by chance. */
const WAIT_S_MIN = 30
const WAIT_S_MAX = 28_800
/** What was delivered is kept for its receiver's questions. */
const DELIVERED_DAYS = 30

/** A message to be written. */
export interface NewNotice {
  message_id: string
  advertiser_id: string
  kind: NoticeKind
  subject_id: string
  body: string
}

/** Writes messages, due at once; one that was written of the same is not written again. */
export async function insertNotices(tx: Transaction, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  await tx
    .insertInto('notices.messages')
    .values(
      notices.map((notice) => ({
        ...notice,
        state: 'waiting' as const,
        written_at: sql<Date>`platform.now()`,
        next_try_at: sql<Date>`platform.now()`,
        tries_until: triesUntil(),
      })),
    )
    .onConflict((conflict) => conflict.constraint('messages_once').doNothing())
    .execute()
}

function triesUntil() {
  return sql<Date>`platform.now() + ${TRIED_HOURS}::integer * interval '1 hour'`
}

/** A message in hand. */
export interface TakenNotice {
  message_id: string
  advertiser_id: string
  url: string
  body: string
}

/** Takes the next due message of the receiver that has waited longest, who gets one at a time; null: none is due. */
export async function takeNotice(tx: Transaction): Promise<TakenNotice | null> {
  for (let receiver = await takeReceiver(tx); receiver; receiver = await takeReceiver(tx)) {
    // Another may have sent its message between the look and the lock, which only a new look tells.
    const message = await dueMessage(tx, receiver.advertiser_id)
    if (message) return { ...receiver, ...message }
    await freeReceiver(tx, receiver.advertiser_id)
  }
  return null
}

async function takeReceiver(tx: Transaction) {
  const { rows } = await sql<Pick<TakenNotice, 'advertiser_id' | 'url'>>`
    update notices.receivers set busy_until = platform.now() + ${TRY_MS_MAX}::integer * interval '1 millisecond'
    where advertiser_id = (
      select advertiser_id from notices.receivers
      where url is not null and coalesce(busy_until <= platform.now(), true) and exists (
        select from notices.messages
        where messages.advertiser_id = receivers.advertiser_id and next_try_at <= platform.now())
      order by busy_until nulls first, advertiser_id limit 1 for update skip locked)
    returning advertiser_id, url`.execute(tx)
  return rows[0]
}

async function dueMessage(tx: Transaction, advertiser_id: string) {
  return await tx
    .selectFrom('notices.messages')
    .select(['message_id', 'body'])
    .where('advertiser_id', '=', advertiser_id)
    .where(sql<boolean>`next_try_at <= platform.now()`)
    .orderBy('next_try_at')
    .orderBy('message_id')
    .limit(1)
    .executeTakeFirst()
}

/** Records that a message was taken by its receiver. */
export async function noteDelivered(tx: Transaction, message_id: string, answer: string): Promise<void> {
  await tx
    .updateTable('notices.messages')
    .set({
      state: 'delivered',
      tries: sql<number>`tries + 1`,
      next_try_at: null,
      last_answer: answer,
      ended_at: sql<Date>`platform.now()`,
    })
    .where('message_id', '=', message_id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Records that a try failed; returns whether it was the last: then the message is a dead letter. */
export async function noteFailed(tx: Transaction, message_id: string, answer: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    update notices.messages set
      tries = tries + 1,
      last_answer = ${answer},
      state = case when platform.now() >= tries_until then 'dead' else 'waiting' end,
      ended_at = case when platform.now() >= tries_until then platform.now() end,
      next_try_at = case when platform.now() < tries_until then least(tries_until,
        platform.now() + least(${WAIT_S_MIN}::integer * power(2, least(tries, 20)), ${WAIT_S_MAX}::integer)
          * (0.5 + random() / 2) * interval '1 second') end
    where message_id = ${message_id} and state = 'waiting'
    returning state`.execute(tx)
  return rows[0]?.state === 'dead'
}

/** Ends a try at a receiver, which the next message may then be sent to. */
export async function freeReceiver(tx: Transaction, advertiser_id: string): Promise<void> {
  await tx
    .updateTable('notices.receivers')
    .set({ busy_until: sql<Date>`platform.now()` })
    .where('advertiser_id', '=', advertiser_id)
    .execute()
}

/** A message that was given up. */
export interface DeadNotice {
  message_id: string
  advertiser_id: string
  kind: NoticeKind
  subject_id: string
  written_at: Date
  ended_at: Date | null
  tries: number
  last_answer: string | null
}

/** Messages that were given up, oldest first. */
export async function deadNotices(
  tx: Transaction,
  after: string | undefined,
  rows_max: number,
): Promise<DeadNotice[]> {
  const dead = givenUp(tx)
  const later = after === undefined ? dead : dead.where('message_id', '>', after)
  return await later.orderBy('message_id').limit(rows_max).execute()
}

/** The same of one advertiser. */
export async function deadNoticesOf(
  tx: Transaction,
  advertiser_id: string,
  after: string | undefined,
  rows_max: number,
): Promise<DeadNotice[]> {
  const dead = givenUp(tx).where('advertiser_id', '=', advertiser_id)
  const later = after === undefined ? dead : dead.where('message_id', '>', after)
  return await later.orderBy('message_id').limit(rows_max).execute()
}

function givenUp(tx: Transaction) {
  return tx
    .selectFrom('notices.messages')
    .select([
      'message_id',
      'advertiser_id',
      'kind',
      'subject_id',
      'written_at',
      'ended_at',
      'tries',
      'last_answer',
    ])
    .where(sql<boolean>`state = 'dead'`)
}

/** How many messages to an advertiser wait, and were given up. */
export async function noticeCountsOf(
  tx: Transaction,
  advertiser_id: string,
): Promise<{ waiting: number; given_up: number }> {
  const { rows } = await sql<{ waiting: number; given_up: number }>`
    select
      (select count(*)::integer from notices.messages
        where advertiser_id = ${advertiser_id} and next_try_at is not null) as waiting,
      (select count(*)::integer from notices.messages
        where advertiser_id = ${advertiser_id} and state = 'dead') as given_up`.execute(tx)
  return rows[0] ?? { waiting: 0, given_up: 0 }
}

/** A message's receiver and state; undefined where there is none. */
export async function findNotice(tx: Transaction, message_id: string) {
  return await tx
    .selectFrom('notices.messages')
    .select(['advertiser_id', 'state'])
    .where('message_id', '=', message_id)
    .executeTakeFirst()
}

/** Sends an ended message again, with the same id and for as long as a new one; false: it has not ended. */
export async function sendAgain(tx: Transaction, message_id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notices.messages')
    .set({
      state: 'waiting',
      tries: 0,
      next_try_at: sql<Date>`platform.now()`,
      tries_until: triesUntil(),
      ended_at: null,
    })
    .where('message_id', '=', message_id)
    .where('state', '<>', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Gives up what is on its way to an advertiser. */
export async function giveUpNotices(tx: Transaction, advertiser_id: string): Promise<void> {
  await tx
    .updateTable('notices.messages')
    .set({ state: 'dead', next_try_at: null, ended_at: sql<Date>`platform.now()` })
    .where('advertiser_id', '=', advertiser_id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Deletes what was delivered long ago. */
export async function deleteDelivered(tx: Transaction): Promise<void> {
  await sql`
    delete from notices.messages
    where state = 'delivered' and ended_at < platform.now() - ${DELIVERED_DAYS}::integer * interval '1 day'`.execute(
    tx,
  )
}

/** Figures of messages that have not arrived, by their names in `/metrics`. */
export async function noticeFigures(tx: Transaction) {
  const { rows } = await sql<{ adtally_notices_waiting: number; adtally_notices_dead: number }>`
    select
      (select count(*) from notices.messages where next_try_at is not null)::float8 as adtally_notices_waiting,
      (select count(*) from notices.messages where state = 'dead')::float8 as adtally_notices_dead`.execute(
    tx,
  )
  return rows[0]
}
