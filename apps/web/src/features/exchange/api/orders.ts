import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { acceptorDetail, acceptorOrderList } from '@adtally/contract/money/exchange.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { readAgain } from '../../../lib/read-again.ts'

export type Offer = OutputOf<typeof acceptorDetail>
export type ExchangeOrder = Offer['order']

const REFRESH_MS = 15_000

/** The customer's exchange orders, newest first, page by page; refreshed while the page is visible. */
export function ordersQuery() {
  return { ...pagedQuery(acceptorOrderList, {}), refetchInterval: REFRESH_MS }
}

/** Looks up an acceptance code's order, which joins the customer's list; the form shows refusals at the field. */
export function useOffer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestOf<typeof acceptorDetail>) => request(acceptorDetail, input),
    meta: { fields: ['code'] },
    onSettled: () => readAgain(client, [acceptorOrderList]),
  })
}
