import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { id, pageOf, pageQuery, requestId, text, time } from '../fields.ts'
import { imageIds, storedImage } from './files.ts'

export const FEEDBACK_SUBJECT_LENGTH_MAX = 100
export const FEEDBACK_CONTENT_LENGTH_MAX = 2_000

export const feedbackAnswer = z.object({
  answer_id: id,
  text: z.string(),
  author_name: z.string(),
  answered_at: time,
})

const feedbackThread = z.object({
  feedback_id: id,
  subject: z.string(),
  content: z.string(),
  images: z.array(storedImage),
  created_at: time,
  /** Oldest first. */
  answers: z.array(feedbackAnswer),
})

export const feedback = customerCall('POST /feedback', {
  name: 'feedback',
  auth: 'restricted',
  summary: 'Give feedback; the same request_id again answers the same feedback',
  request: z.strictObject({
    request_id: requestId,
    subject: text(FEEDBACK_SUBJECT_LENGTH_MAX),
    content: text(FEEDBACK_CONTENT_LENGTH_MAX),
    images: imageIds,
  }),
  response: feedbackThread,
  refusals: ['request_id_reused', 'file_not_found', 'feedback_too_often'],
})

export const feedbackList = customerCall('GET /feedback/list', {
  name: 'feedbackList',
  auth: 'restricted',
  summary: "One's own feedback with its answers, newest first",
  request: z.strictObject(pageQuery),
  response: pageOf(feedbackThread),
  refusals: ['cursor_invalid'],
})
