import type { OutputOf } from '@adtally/contract/call.ts'
import { holdAppeal, holdDocument, holdList } from '@adtally/contract/money/holds.ts'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { useAct, useActOnce } from '../../../lib/use-act.ts'
import { MOVED_BY_MONEY } from './moved.ts'

export type Hold = OutputOf<typeof holdList>['items'][number]

/** All holds, past ones too, newest first. */
export function holdsQuery() {
  return pagedQuery(holdList, {})
}

/** Appeals against a hold, once however often it is tried. */
export function useAppealHold() {
  const send = (request_id: string, appeal: { hold_id: string; grounds: string }) =>
    request(holdAppeal, { request_id, ...appeal })
  return useActOnce('appeal', send, MOVED_BY_MONEY, { handlesErrors: true })
}

/** Submits a document that a hold asks for. */
export function useGiveDocument() {
  const give = (document: { hold_id: string; position: number; file_id: string }) =>
    request(holdDocument, document)
  return useAct(give, MOVED_BY_MONEY)
}
