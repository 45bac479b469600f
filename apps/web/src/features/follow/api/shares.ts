import type { OutputOf } from '@adtally/contract/call.ts'
import { shareIncome, shareList } from '@adtally/contract/plans/follow.ts'
import { pagedQuery } from '../../../lib/call-query.ts'

export type Share = OutputOf<typeof shareList>['items'][number]
export type FollowerIncome = OutputOf<typeof shareIncome>['items'][number]

/** Results of the customer's followed plans and the shares they paid, newest first. */
export function sharesQuery() {
  return pagedQuery(shareList, {})
}

/** The customer's income from shares of profit, by follower. */
export function incomeQuery() {
  return pagedQuery(shareIncome, {})
}
