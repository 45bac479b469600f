import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import {
  assistanceEnd,
  assistanceFollow,
  assistanceLeader,
  assistanceList,
  draftDismiss,
} from '@adtally/contract/plans/follow.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { useAct, useActOnce } from '../../../lib/use-act.ts'

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
  const follow = (request_id: string, input: Omit<RequestOf<typeof assistanceFollow>, 'request_id'>) =>
    request(assistanceFollow, { ...input, request_id })
  return useActOnce('follow', follow, [assistanceList], { fields: ['operated_id'] })
}

/** Stops following. */
export function useEndFollow() {
  return useAct((relation_id: string) => request(assistanceEnd, { relation_id }), [assistanceList])
}

/** Drops a draft. */
export function useDismissDraft() {
  return useAct((draft_id: string) => request(draftDismiss, { draft_id }), [assistanceList])
}
