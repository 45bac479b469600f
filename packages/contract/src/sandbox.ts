import * as z from 'zod/mini'
import { customerCall } from './call.ts'
import { amount, amountInput, requestId } from './fields.ts'

/** Served by a sandbox with a bank of its own alone: on a live ledger, and without such a bank, there is no such call. */
export const sandboxTransfer = customerCall({
  name: 'sandboxTransfer',
  method: 'POST',
  path: '/sandbox/transfer',
  tag: 'sandbox',
  summary:
    "Makes a payment at the sandbox's bank, from an account of the caller's to the deposit account, with the caller's reference; the bank's statement is fetched at once",
  request: z.strictObject({ request_id: requestId, amount: amountInput }),
  response: z.object({ amount, reference: z.string() }),
  refusals: ['bank_unreachable', 'payments_stopped'],
})
