import type { OutputOf } from '@adtally/contract/call.ts'
import { property } from '@adtally/contract/money/wallet.ts'
import { callQuery } from '../call-query.ts'

export type Property = OutputOf<typeof property>

const REFRESH_MS = 15_000

/** The wallet's figures, polled while the page is visible. */
export function propertyQuery() {
  return { ...callQuery(property, {}), refetchInterval: REFRESH_MS }
}
