import { withdrawCancel } from '@adtally/contract/money/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'
import { readMoneyAgain } from './read-again.ts'

/** Cancels a withdrawal that has not been sent. */
export function useCancelWithdrawal() {
  const client = useQueryClient()
  const intention = useIntention('cancel withdrawal')
  return useMutation({
    mutationFn: (withdrawal_id: string) =>
      request(withdrawCancel, { request_id: intention.requestId(withdrawal_id), withdrawal_id }),
    onSuccess: (_answer, withdrawal_id) => intention.done(withdrawal_id),
    onSettled: () => readMoneyAgain(client),
  })
}
