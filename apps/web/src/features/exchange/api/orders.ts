import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { acceptorDetail, acceptorOrderList } from '@adtally/contract/money/exchange.ts'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { useAct } from '../../../lib/use-act.ts'

export type Offer = OutputOf<typeof acceptorDetail>
export type ExchangeOrder = Offer['order']

const REFRESH_MS = 15_000

/** The customer's exchange orders, newest first, page by page; refreshed while the page is visible. */
export function ordersQuery() {
  return { ...pagedQuery(acceptorOrderList, {}), refetchInterval: REFRESH_MS }
}

/** Looks up an acceptance code's order, which joins the customer's list; the form shows refusals at the field. */
export function useOffer() {
  const look = (input: RequestOf<typeof acceptorDetail>) => request(acceptorDetail, input)
  return useAct(look, [acceptorOrderList], { fields: ['code'] })
}
