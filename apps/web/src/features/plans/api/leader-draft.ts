import type { OutputOf } from '@adtally/contract/call.ts'
import { assistanceList } from '@adtally/contract/plans/follow.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../lib/call-query.ts'

/** A leader's plan that waits for the follower's amount, and the following's share of profit. */
export interface LeaderDraft {
  draft: OutputOf<typeof assistanceList>['drafts'][number]
  fee_percent: number
}

/** The leader's plan to follow; undefined while loading, null if there is none or it is no longer open. */
export function useLeaderDraft(draft_id: string | null): LeaderDraft | null | undefined {
  const { data } = useQuery({ ...callQuery(assistanceList, { limit: '1' }), enabled: draft_id !== null })
  if (draft_id === null) return null
  if (!data) return undefined
  const draft = data.drafts.find((each) => each.draft_id === draft_id)
  return draft ? { draft, fee_percent: data.relation?.fee_percent ?? 0 } : null
}
