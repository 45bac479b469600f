import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { userVip, vipCancel, vipOpen } from '@adtally/contract/money/vip.ts'
import { property, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { userLevel } from '@adtally/contract/standing.ts'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { useAct, useActOnce } from '../../../lib/use-act.ts'

export type VipMonth = OutputOf<typeof userVip>['items'][number]

const MOVED = [userVip, userLevel, property, transactionFlowList]

/** Months of VIP, newest first; the first may be running. */
export function vipQuery() {
  return pagedQuery(userVip, {})
}

/** Opens a month at the terms that were shown; one `request_id` per intention. */
export function useOpenVip() {
  const open = (request_id: string, shown: Omit<RequestOf<typeof vipOpen>, 'request_id'>) =>
    request(vipOpen, { ...shown, request_id })
  return useActOnce('vip', open, MOVED)
}

/** Ends a running month early. */
export function useCancelVip() {
  return useAct((vip_id: string) => request(vipCancel, { vip_id }), MOVED)
}
