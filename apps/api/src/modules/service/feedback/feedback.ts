import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { attachImages, imagesIn, imagesOf, type KeptImage } from '../../files/index.ts'
import { cutPage, keyOf, type Page } from '../../paging.ts'
import type { Services } from '../../services.ts'
import {
  type AnswerRow,
  answersTo,
  type FeedbackRow,
  feedbackInLastDay,
  feedbackOf,
  insertFeedback,
} from './feedback.repository.ts'

export interface FeedbackThread extends FeedbackRow {
  images: KeptImage[]
  answers: AnswerRow[]
}

/** The daily limit for one customer, as somebody reads each. */
const A_DAY_MAX = 20

/**
 * Gives feedback; a repeated request returns the same. Throws `request_id_reused`, `file_not_found`,
 * `feedback_too_often`.
 */
export async function giveFeedback(
  services: Services,
  customer_id: string,
  input: { request_id: string; subject: string; content: string; images?: string[] | undefined },
): Promise<FeedbackThread> {
  const { request_id, subject, content, images: image_ids = [] } = input
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const feedback_id = newId()
    const row = await insertFeedback(tx, {
      feedback_id,
      customer_id,
      request_id,
      subject,
      content,
      image_ids,
    })
    const is_same =
      row.subject === subject && row.content === content && row.image_ids.join() === image_ids.join()
    if (!is_same) throw new Refusal('request_id_reused', { field: 'request_id' })
    if (row.feedback_id === feedback_id && (await feedbackInLastDay(tx, customer_id)) > A_DAY_MAX)
      throw new Refusal('feedback_too_often')
    const images = await attachImages(tx, { customer_id, use: 'feedback' }, image_ids)
    return { ...row, images, answers: await answersTo(tx, [row.feedback_id]) }
  })
}

/** A customer's own feedback with its answers, newest first. Throws `cursor_invalid`. */
export async function listFeedback(
  services: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<FeedbackThread>> {
  const { limit = LIMIT_DEFAULT } = input
  const before = keyOf(input.cursor)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const found = await feedbackOf(tx, customer_id, { before, limit: limit + 1 })
    const { items, next_cursor } = cutPage(found, limit, ({ feedback_id }) => feedback_id)
    return { items: await withAnswers(tx, items), next_cursor }
  })
}

/** Adds images and answers to feedback. */
export async function withAnswers(tx: Transaction, rows: readonly FeedbackRow[]): Promise<FeedbackThread[]> {
  const answers = Map.groupBy(
    await answersTo(
      tx,
      rows.map(({ feedback_id }) => feedback_id),
    ),
    ({ feedback_id }) => feedback_id,
  )
  const images = await imagesOf(
    tx,
    rows.flatMap(({ image_ids }) => image_ids),
  )
  return rows.map((row) => ({
    ...row,
    images: imagesIn(images, row.image_ids),
    answers: answers.get(row.feedback_id) ?? [],
  }))
}
