import type { OutputOf } from '@adtally/contract/call.ts'
import { startupDetail, startupReceive, startupReturn } from '@adtally/contract/money/startup.ts'
import { property, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { useActOnce } from '../../../lib/use-act.ts'

export type Startup = OutputOf<typeof startupDetail>

const MOVED = [startupDetail, property, transactionFlowList]

/** The customer's startup funds. */
export function startupQuery() {
  return callQuery(startupDetail, {})
}

/** Takes the startup funds, once however often it is tried. */
export function useTakeStartup() {
  return useActOnce('startup', (request_id: string) => request(startupReceive, { request_id }), MOVED)
}

/** Returns unused startup funds, as much as was shown; once however often it is tried. */
export function useReturnStartup() {
  const send = (request_id: string, amount: string) => request(startupReturn, { request_id, amount })
  return useActOnce('return startup', send, MOVED)
}
