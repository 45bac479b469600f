import type { OutputOf } from '@adtally/contract/call.ts'
import { creditList, userLevel } from '@adtally/contract/standing.ts'
import { callQuery, pagedQuery } from '../../../lib/call-query.ts'

export type Level = OutputOf<typeof userLevel>
export type CreditChange = OutputOf<typeof creditList>['items'][number]

/** Level with its formula, VIP terms, credit score. */
export function levelQuery() {
  return callQuery(userLevel, {})
}

/** Changes of the credit score, newest first, page by page. */
export function creditQuery() {
  return pagedQuery(creditList, {})
}
