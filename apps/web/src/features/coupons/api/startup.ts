import type { OutputOf } from '@adtally/contract/call.ts'
import { startupDetail, startupReceive, startupReturn } from '@adtally/contract/money/startup.ts'
import { property, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { readAgain } from '../../../lib/read-again.ts'
import { useIntention } from '../../../lib/session/use-intention.ts'

export type Startup = OutputOf<typeof startupDetail>

const MOVED = [startupDetail, property, transactionFlowList]

/** The customer's startup funds. */
export function startupQuery() {
  return callQuery(startupDetail, {})
}

/** Takes the startup funds, once however often it is tried. */
export function useTakeStartup() {
  const client = useQueryClient()
  const intention = useIntention('startup')
  return useMutation({
    mutationFn: () => request(startupReceive, { request_id: intention.requestId('startup') }),
    onSuccess: () => intention.done('startup'),
    onSettled: () => readAgain(client, MOVED),
  })
}

/** Returns unused startup funds, as much as was shown; once however often it is tried. */
export function useReturnStartup() {
  const client = useQueryClient()
  const intention = useIntention('return startup')
  return useMutation({
    mutationFn: (amount: string) =>
      request(startupReturn, { request_id: intention.requestId(amount), amount }),
    onSuccess: (_answer, amount) => intention.done(amount),
    onSettled: () => readAgain(client, MOVED),
  })
}
