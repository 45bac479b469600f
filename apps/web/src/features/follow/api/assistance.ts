import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import {
  assistanceEnd,
  assistanceFollow,
  assistanceLeader,
  assistanceList,
  draftDismiss,
} from '@adtally/contract/plans/follow.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { readAgain } from '../../../lib/read-again.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'

export type Assistance = OutputOf<typeof assistanceList>
export type Relation = NonNullable<Assistance['relation']>
export type Draft = Assistance['drafts'][number]
export type Leader = OutputOf<typeof assistanceLeader>

const REFRESH_MS = 15_000

/** The customer's operated ID, relation, drafts and records, page by page; polled while the page is visible. */
export function assistanceQuery() {
  return { ...pagedQuery(assistanceList, {}), refetchInterval: REFRESH_MS }
}

/** Looks up an operated ID; the form shows refusals at the field. */
export function useLeader() {
  return useMutation({
    mutationFn: (input: RequestOf<typeof assistanceLeader>) => request(assistanceLeader, input),
    meta: { fields: ['operated_id'] },
  })
}

/** Follows somebody at the rate that was shown; one `request_id` per intention. */
export function useFollow() {
  const client = useQueryClient()
  const intention = useIntention('follow')
  return useMutation({
    mutationFn: (input: Omit<RequestOf<typeof assistanceFollow>, 'request_id'>) =>
      request(assistanceFollow, { ...input, request_id: intention.requestId(input) }),
    meta: { fields: ['operated_id'] },
    onSuccess: (_answer, input) => intention.done(input),
    onSettled: () => readAgain(client, [assistanceList]),
  })
}

/** Stops following. */
export function useEndFollow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (relation_id: string) => request(assistanceEnd, { relation_id }),
    onSettled: () => readAgain(client, [assistanceList]),
  })
}

/** Drops a draft. */
export function useDismissDraft() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft_id: string) => request(draftDismiss, { draft_id }),
    onSettled: () => readAgain(client, [assistanceList]),
  })
}
