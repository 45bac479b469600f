import { depositDetails } from '@adtally/contract/service/service.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../lib/api.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'
import { addMessage, type ChatMessage } from './chat.ts'

const account = z.object({
  account_holder: z.string(),
  account_number: z.string(),
  bank_name: z.string(),
  reference: z.string(),
  currency: z.string(),
})
export type DepositAccount = z.infer<typeof account>

/** The account in the program's own message; null if it has none, or this version can't read it. */
export function accountIn({ kind, author, text }: ChatMessage): DepositAccount | null {
  if (kind !== 'deposit_details' || author !== 'program') return null
  try {
    const parsed = z.safeParse(account, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Asks for the deposit account and the customer's reference; the program answers in the chat. */
export function useDepositRequest() {
  const client = useQueryClient()
  const intention = useIntention('deposit')
  return useMutation({
    mutationFn: () => request(depositDetails, { request_id: intention.requestId('deposit') }),
    onSuccess: ({ message }) => {
      intention.done('deposit')
      addMessage(client, message)
    },
  })
}
