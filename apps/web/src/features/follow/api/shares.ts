import type { OutputOf } from '@adtally/contract/call.ts'
import { shareIncome, shareList } from '@adtally/contract/plans/follow.ts'
import { pagedQuery } from '../../../lib/call-query.ts'

export type Share = OutputOf<typeof shareList>['items'][number]
export type FollowerIncome = OutputOf<typeof shareIncome>['items'][number]

/** What one's followed plans came to and paid, newest first. */
export function sharesQuery() {
  return pagedQuery(shareList, {})
}

/** What one earned by shares of profit, follower by follower. */
export function incomeQuery() {
  return pagedQuery(shareIncome, {})
}
