import type { OutputOf } from '@adtally/contract/call.ts'
import { startupDetail, startupReceive, startupReturn } from '@adtally/contract/startup.ts'
import { property, transactionFlowList } from '@adtally/contract/wallet.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { useIntention } from '../../../lib/use-intention.ts'

export type Startup = OutputOf<typeof startupDetail>

const MOVED: readonly unknown[] = [startupDetail.name, property.name, transactionFlowList.name]

/** The customer's startup funds. */
export function startupQuery() {
  return callQuery(startupDetail, {})
}

function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => MOVED.includes(queryKey[0]) })
}

/** Takes the startup funds, once however often it is tried. */
export function useTakeStartup() {
  const client = useQueryClient()
  const intention = useIntention()
  return useMutation({
    mutationFn: () => request(startupReceive, { request_id: intention.requestId('startup') }),
    onSuccess: () => intention.done(),
    onSettled: () => readAgain(client),
  })
}

/** Returns unused startup funds, as much as was shown, once however often it is tried. */
export function useReturnStartup() {
  const client = useQueryClient()
  const intention = useIntention()
  return useMutation({
    mutationFn: (amount: string) =>
      request(startupReturn, { request_id: intention.requestId(amount), amount }),
    onSuccess: () => intention.done(),
    onSettled: () => readAgain(client),
  })
}
