import type { OutputOf } from '@adtally/contract/call.ts'
import { accountabilityList } from '@adtally/contract/identity/identity.ts'
import { pagedQuery } from '../../../lib/call-query.ts'

export type AccountabilityEntry = OutputOf<typeof accountabilityList>['items'][number]

/** Acts of staff on this account, newest first, page by page. */
export function accountabilityQuery() {
  return pagedQuery(accountabilityList, {})
}
