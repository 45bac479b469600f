import { depositDetails } from '@adtally/contract/service.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../lib/api.ts'
import { useIntention } from '../../../lib/use-intention.ts'
import { addMessage } from './chat.ts'

const account = z.object({
  account_holder: z.string(),
  account_number: z.string(),
  bank_name: z.string(),
  reference: z.string(),
  currency: z.string(),
})
export type DepositAccount = z.infer<typeof account>

/** What the program's own message says; null where this version cannot read it. */
export function depositAccountOf(text: string): DepositAccount | null {
  try {
    const parsed = z.safeParse(account, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Asks the program for the deposit account and the customer's own reference; it answers in the chat. */
export function useDepositRequest() {
  const client = useQueryClient()
  const intention = useIntention()
  return useMutation({
    mutationFn: () => request(depositDetails, { request_id: intention.requestId('deposit') }),
    onSuccess: ({ message }) => {
      intention.done()
      addMessage(client, message)
    },
  })
}
