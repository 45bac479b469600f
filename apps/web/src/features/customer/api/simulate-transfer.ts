import { sandboxTransfer } from '@adtally/contract/sandbox.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'

/** Pays at the sandbox's bank; the wallet learns of it as of any deposit. */
export function useSimulateTransfer() {
  const intention = useIntention('sandbox-transfer')
  return useMutation({
    mutationFn: (amount: string) =>
      request(sandboxTransfer, { request_id: intention.requestId(amount), amount }),
    onSuccess: (_answer, amount) => intention.done(amount),
  })
}
