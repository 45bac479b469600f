import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { feedback, feedbackList } from '@adtally/contract/service/feedback.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { readAgain } from '../../../lib/read-again.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'

export type FeedbackThread = OutputOf<typeof feedback>
export const FEEDBACK_FIELDS = ['subject', 'content', 'images'] as const

/** The customer's feedback with its answers, newest first, page by page. */
export function feedbackQuery() {
  return pagedQuery(feedbackList, {})
}

/** Sends feedback, once however often it is tried. */
export function useGiveFeedback() {
  const client = useQueryClient()
  const intention = useIntention('feedback')
  return useMutation({
    meta: { fields: FEEDBACK_FIELDS },
    mutationFn: (input: Omit<RequestOf<typeof feedback>, 'request_id'>) =>
      request(feedback, { request_id: intention.requestId(input), ...input }),
    onSuccess: (_answer, input) => {
      intention.done(input)
      readAgain(client, [feedbackList])
    },
  })
}
