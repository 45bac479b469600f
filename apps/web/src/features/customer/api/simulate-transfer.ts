import { sandboxTransfer } from '@adtally/contract/sandbox.ts'
import { request } from '../../../lib/api.ts'
import { useActOnce } from '../../../lib/use-act.ts'

/** Pays at the sandbox's bank; the wallet learns of it as of any deposit. */
export function useSimulateTransfer() {
  const send = (request_id: string, amount: string) => request(sandboxTransfer, { request_id, amount })
  return useActOnce('sandbox-transfer', send, [])
}
