import { answerFeedback, listFeedback } from '@adtally/contract/operator/house/service.ts'
import { isId, newId } from '../../../database/identifiers.ts'
import { is } from '../../../lib/cursor.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { tellCustomer } from '../../customer-notice.ts'
import { customerOfHandle, customersByIds } from '../../identity/index.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listPage } from '../../staff-list.ts'
import { refuseOvertaken } from '../overtaken.ts'
import {
  feedbackAnswerSince,
  feedbackById,
  feedbackOf,
  insertAnswer,
  lockFeedback,
  unansweredFeedback,
} from './feedback.repository.ts'
import { type FeedbackThread, withAnswers } from './feedback.ts'

const LISTED_DEFAULT = 100
/** How much of an answer its notification shows; the page that it opens has all of it. */
const SHOWN_MAX = 140

export const feedbackVerbs: readonly StaffVerb[] = [
  staffVerb(listFeedback, (services, staff, { customer, ...flags }) =>
    listPage(services, flags, {
      limit_default: LISTED_DEFAULT,
      parts: [is(customer === undefined ? 'waiting' : 'of-customer'), isId],
      read: async (tx, from, limit) => {
        const found = customer === undefined ? null : await customerOfHandle(tx, customer)
        const rows = found
          ? await feedbackOf(tx, found.customer_id, { before: from?.[1], limit })
          : await unansweredFeedback(tx, from?.[1], limit)
        const customer_ids = rows.map(({ customer_id }) => customer_id)
        // A customer without feedback was looked at, too; the extra row, which detects a next page, was not.
        const looked_at = found ? [found.customer_id] : customer_ids.slice(0, limit - 1)
        await audit.appendLooks(tx, staff, 'feedback.viewed', ...looked_at)
        const customers = await customersByIds(tx, customer_ids)
        return (await withAnswers(tx, rows)).map((thread) => ({
          row: forStaff(thread, customers.get(thread.customer_id)?.username ?? null),
          place: [found ? 'of-customer' : 'waiting', thread.feedback_id] as const,
        }))
      },
    }),
  ),
  staffVerb(answerFeedback, ({ database }, staff, input) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const given = await feedbackById(tx, input.feedback_id)
      if (!given) throw new Refusal('record_not_found', { field: 'feedback_id' })
      const { customer_id, feedback_id, subject } = given
      const { staff_id, username: staff_name } = staff
      await lockFeedback(tx, feedback_id)
      const since = await feedbackAnswerSince(tx, feedback_id, { seen: input.seen_id, staff_id })
      refuseOvertaken(since, input.anyway)
      const answer_id = newId()
      await insertAnswer(tx, {
        answer_id,
        feedback_id,
        customer_id,
        staff_id,
        staff_name,
        text: input.text,
      })
      await audit.byStaff(tx, staff, {
        action: 'feedback.answered',
        subject: { kind: 'feedback', id: feedback_id },
        customer_id,
      })
      await tellCustomer(tx, customer_id, {
        message: 'feedback_answered',
        values: { subject, text: input.text.slice(0, SHOWN_MAX) },
        subject: { kind: 'feedback', id: feedback_id },
      })
      return { answer_id }
    }),
  ),
]

/** Feedback with its answers as staff read them; `customer` is the username. */
function forStaff(thread: FeedbackThread, customer: string | null) {
  const { feedback_id, customer_id, subject, content, images, created_at } = thread
  return {
    ...{ feedback_id, customer_id, customer, subject, content, images, created_at },
    answers: thread.answers.map(({ answer_id, staff_id, staff_name, text, answered_at }) => ({
      ...{ answer_id, staff_id, staff_name, text, answered_at },
    })),
  }
}
