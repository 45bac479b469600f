import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { userVip, vipCancel, vipOpen } from '@adtally/contract/money/vip.ts'
import { property, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { userLevel } from '@adtally/contract/standing.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { readAgain } from '../../../lib/read-again.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'

export type VipMonth = OutputOf<typeof userVip>['items'][number]

const MOVED = [userVip, userLevel, property, transactionFlowList]

/** Months of VIP, newest first; the first may be running. */
export function vipQuery() {
  return pagedQuery(userVip, {})
}

/** Opens a month at the terms that were shown; one `request_id` per intention. */
export function useOpenVip() {
  const client = useQueryClient()
  const intention = useIntention('vip')
  return useMutation({
    mutationFn: (shown: Omit<RequestOf<typeof vipOpen>, 'request_id'>) =>
      request(vipOpen, { ...shown, request_id: intention.requestId(shown) }),
    onSuccess: (_answer, shown) => intention.done(shown),
    onSettled: () => readAgain(client, MOVED),
  })
}

/** Ends a running month early. */
export function useCancelVip() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (vip_id: string) => request(vipCancel, { vip_id }),
    onSettled: () => readAgain(client, MOVED),
  })
}
