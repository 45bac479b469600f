import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { FeedbackAnswerTable, FeedbackTable } from './tables.ts'

export type FeedbackRow = Selectable<FeedbackTable>
export type AnswerRow = Selectable<FeedbackAnswerTable>

/** Stores feedback unless this request gave it before; answers what stands. */
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

/** How often a customer gave feedback in the last day. */
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

/** Stores an answer of staff's. */
export async function insertAnswer(
  tx: Transaction,
  row: Omit<Insertable<FeedbackAnswerTable>, 'answered_at'>,
): Promise<void> {
  await tx.insertInto('service.feedback_answers').values(row).execute()
}

/** Feedback that nobody answered, longest waiting first, after one of it where given. */
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
