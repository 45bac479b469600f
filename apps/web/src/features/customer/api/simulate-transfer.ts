import { sandboxTransfer } from '@adtally/contract/sandbox.ts'
import { request } from '../../../lib/api.ts'
import { useActOnce } from '../../../lib/use-act.ts'

/** Makes the payment at the sandbox's bank; the wallet is told as of any other deposit. */
export function useSimulateTransfer() {
  const send = (request_id: string, amount: string) => request(sandboxTransfer, { request_id, amount })
  return useActOnce('sandbox-transfer', send, [])
}
