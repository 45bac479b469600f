import { withdrawCancel } from '@adtally/contract/money/wallet.ts'
import { request } from '../../../lib/api.ts'
import { useActOnce } from '../../../lib/use-act.ts'
import { MOVED_BY_MONEY } from './moved.ts'

/** Cancels a withdrawal that has not been sent. */
export function useCancelWithdrawal() {
  const cancel = (request_id: string, withdrawal_id: string) =>
    request(withdrawCancel, { request_id, withdrawal_id })
  return useActOnce('cancel withdrawal', cancel, MOVED_BY_MONEY)
}
