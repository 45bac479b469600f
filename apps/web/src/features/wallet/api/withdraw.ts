import { readAgain } from '@adtally/client/read-again.ts'
import { checkPassword, withdraw } from '@adtally/contract/money/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { sendByPasskey } from '../../../lib/session/passkeys.ts'
import { transactionPasswordDigest } from '../../../lib/session/transaction-password.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'
import { MOVED_BY_MONEY } from './moved.ts'

interface WithdrawInput {
  /** Decimal string in major units. */
  amount: string
  beneficiary_id: string
  digits: string
  /** A code of the second factor; null if none is set up or a passkey is used. */
  second_factor: string | null
}

/**
 * Withdraws in two calls: the transaction password gives a grant for this amount and beneficiary, the grant makes the
 * withdrawal. Retries keep the `request_id`, so that it is made once.
 */
export function useWithdraw() {
  const client = useQueryClient()
  const intention = useIntention('withdraw')
  return useMutation({
    mutationFn: async ({ amount, beneficiary_id, digits, second_factor }: WithdrawInput) => {
      const password = transactionPasswordDigest(digits)
      const asked = { password, amount, beneficiary_id }
      const { grant } =
        second_factor === null
          ? await sendByPasskey((proof) => request(checkPassword, { ...asked, ...proof }))
          : await request(checkPassword, { ...asked, second_factor })
      const request_id = intention.requestId([amount, beneficiary_id])
      return request(withdraw, { request_id, amount, beneficiary_id, grant: grant ?? '' })
    },
    meta: { handlesErrors: true },
    onSuccess: (_answer, { amount, beneficiary_id }) => intention.done([amount, beneficiary_id]),
    onSettled: () => readAgain(client, MOVED_BY_MONEY),
  })
}
