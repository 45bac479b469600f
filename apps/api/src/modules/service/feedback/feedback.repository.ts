import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { takeTurn } from '../../../database/take-turn.ts'
import { type Since, type SinceRow, sinceIn } from '../overtaken.ts'
import type { FeedbackAnswerTable, FeedbackTable } from '../tables.ts'

export type FeedbackRow = Selectable<FeedbackTable>
export type AnswerRow = Selectable<FeedbackAnswerTable>

/** Stores feedback unless this request already did; answers the stored row. */
export async function insertFeedback(
  tx: Transaction,
  row: Omit<Insertable<FeedbackTable>, 'created_at'>,
): Promise<FeedbackRow> {
  await tx
    .insertInto('service.feedback')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'request_id']).doNothing())
    .execute()
  return await tx
    .selectFrom('service.feedback')
    .selectAll()
    .where('customer_id', '=', row.customer_id)
    .where('request_id', '=', row.request_id)
    .executeTakeFirstOrThrow()
}

/** How many times a customer gave feedback in the last day. */
export async function feedbackInLastDay(tx: Transaction, customer_id: string): Promise<number> {
  const { rows } = await sql<{ given: number }>`
    select count(*)::int as given from service.feedback
    where customer_id = ${customer_id} and created_at > platform.now() - interval '1 day'`.execute(tx)
  return rows[0]?.given ?? 0
}

/** A customer's feedback before an id, newest first. */
export async function feedbackOf(
  tx: Transaction,
  customer_id: string,
  page: { before: string | undefined; limit: number },
): Promise<FeedbackRow[]> {
  const query = tx.selectFrom('service.feedback').selectAll().where('customer_id', '=', customer_id)
  const older = page.before === undefined ? query : query.where('feedback_id', '<', page.before)
  return await older.orderBy('feedback_id', 'desc').limit(page.limit).execute()
}

/** The answers to these, oldest first. */
export async function answersTo(tx: Transaction, feedback_ids: readonly string[]): Promise<AnswerRow[]> {
  if (feedback_ids.length === 0) return []
  return await tx
    .selectFrom('service.feedback_answers')
    .selectAll()
    .where('feedback_id', 'in', [...feedback_ids])
    .orderBy('answered_at')
    .orderBy('answer_id')
    .execute()
}

/** One feedback, or null. */
export async function feedbackById(tx: Transaction, feedback_id: string): Promise<FeedbackRow | null> {
  const row = await tx
    .selectFrom('service.feedback')
    .selectAll()
    .where('feedback_id', '=', feedback_id)
    .executeTakeFirst()
  return row ?? null
}

/** Makes other answers to this feedback wait until this transaction ends. */
export async function lockFeedback(tx: Transaction, feedback_id: string): Promise<void> {
  await takeTurn(tx, `feedback:${feedback_id}`)
}

/**
 * The newest answer by another member of staff after the answer `seen` (of all answers if that is undefined). The
 * feedback must be locked. Compares the database's times, because ids come from the processes' own clocks.
 */
export async function feedbackAnswerSince(
  tx: Transaction,
  feedback_id: string,
  { seen, staff_id }: { seen: string | undefined; staff_id: string },
): Promise<Since> {
  const { rows } = await sql<SinceRow>`
    with named as (
      select answered_at from service.feedback_answers
      where feedback_id = ${feedback_id} and answer_id = ${seen ?? null}::uuid),
    since as (
      select text, staff_name as author, answered_at as at from service.feedback_answers
      where feedback_id = ${feedback_id} and staff_id <> ${staff_id}
        and answered_at > coalesce((select answered_at from named), '-infinity')
      order by answered_at desc limit 1)
    select ${seen === undefined} or exists (select from named) as is_seen_there, since.*
    from (select) as always left join since on true`.execute(tx)
  return sinceIn(rows)
}

/** Stores an answer by staff. */
export async function insertAnswer(
  tx: Transaction,
  row: Omit<Insertable<FeedbackAnswerTable>, 'answered_at'>,
): Promise<void> {
  await tx.insertInto('service.feedback_answers').values(row).execute()
}

/** Unanswered feedback, longest waiting first, optionally after one of them. */
export async function unansweredFeedback(
  tx: Transaction,
  after: string | undefined,
  rows_max: number,
): Promise<FeedbackRow[]> {
  const query = tx
    .selectFrom('service.feedback as given')
    .selectAll('given')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('service.feedback_answers as answer')
            .select('answer.answer_id')
            .whereRef('answer.feedback_id', '=', 'given.feedback_id'),
        ),
      ),
    )
  const later = after === undefined ? query : query.where('given.feedback_id', '>', after)
  return await later.orderBy('given.feedback_id').limit(rows_max).execute()
}
