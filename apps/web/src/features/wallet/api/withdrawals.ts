import type { OutputOf } from '@adtally/contract/call.ts'
import type { WithdrawalStatus } from '@adtally/contract/enums.ts'
import { withdrawList } from '@adtally/contract/money/wallet.ts'
import { callQuery } from '../../../lib/call-query.ts'

export type Withdrawal = OutputOf<typeof withdrawList>['items'][number]

const IN_PROGRESS: readonly WithdrawalStatus[] = ['held', 'requested', 'approved', 'sent']
const REFRESH_MS = 15_000

/** The latest withdrawals, polled while the page is visible. */
export function withdrawalsQuery() {
  return { ...callQuery(withdrawList, {}), refetchInterval: REFRESH_MS }
}

/** Whether a withdrawal is not over yet. */
export function isInProgress({ status }: Withdrawal): boolean {
  return IN_PROGRESS.includes(status)
}
