import type { OutputOf } from '@adtally/contract/call.ts'
import { withdrawQuote } from '@adtally/contract/money/wallet.ts'
import { callQuery } from '../../../lib/call-query.ts'

export type Quote = OutputOf<typeof withdrawQuote>
export type Beneficiary = NonNullable<Quote['beneficiary']>

/** How much can be withdrawn, where to, at what fee and by when. */
export function quoteQuery() {
  return callQuery(withdrawQuote, {})
}
