import type { OutputOf } from '@adtally/contract/call.ts'
import { property } from '@adtally/contract/money/wallet.ts'
import { callQuery } from '../../../lib/call-query.ts'

export type Balance = OutputOf<typeof property>

const REFRESH_MS = 15_000

/** The wallet, for what is available to place. */
export function balanceQuery() {
  return { ...callQuery(property, {}), refetchInterval: REFRESH_MS }
}
