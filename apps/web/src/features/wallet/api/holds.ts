import type { OutputOf } from '@adtally/contract/call.ts'
import { holdAppeal, holdDocument, holdList } from '@adtally/contract/money/holds.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'
import { readMoneyAgain } from './read-again.ts'

export type Hold = OutputOf<typeof holdList>['items'][number]

/** All holds, past ones too, newest first. */
export function holdsQuery() {
  return pagedQuery(holdList, {})
}

/** Appeals against a hold, once however often it is tried. */
export function useAppealHold() {
  const client = useQueryClient()
  const intention = useIntention('appeal')
  return useMutation({
    mutationFn: (appeal: { hold_id: string; grounds: string }) =>
      request(holdAppeal, { request_id: intention.requestId(appeal), ...appeal }),
    meta: { handlesErrors: true },
    onSuccess: (_answer, appeal) => intention.done(appeal),
    onSettled: () => readMoneyAgain(client),
  })
}

/** Submits a document that a hold asks for. */
export function useGiveDocument() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (document: { hold_id: string; position: number; file_id: string }) =>
      request(holdDocument, document),
    onSettled: () => readMoneyAgain(client),
  })
}
