import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { feedback, feedbackList } from '@adtally/contract/service/feedback.ts'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { useActOnce } from '../../../lib/use-act.ts'

export type FeedbackThread = OutputOf<typeof feedback>
export const FEEDBACK_FIELDS = ['subject', 'content', 'images'] as const

/** The customer's feedback with its answers, newest first, page by page. */
export function feedbackQuery() {
  return pagedQuery(feedbackList, {})
}

/** Sends feedback, once however often it is tried. */
export function useGiveFeedback() {
  const give = (request_id: string, input: Omit<RequestOf<typeof feedback>, 'request_id'>) =>
    request(feedback, { request_id, ...input })
  return useActOnce('feedback', give, [feedbackList], { fields: FEEDBACK_FIELDS })
}
