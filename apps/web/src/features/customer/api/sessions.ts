import type { OutputOf } from '@adtally/contract/call.ts'
import { logoutAll, sessionList, sessionRevoke } from '@adtally/contract/identity/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { pagedQuery } from '../../../lib/call-query.ts'
import { useAct } from '../../../lib/use-act.ts'

export type SignedInSession = OutputOf<typeof sessionList>['items'][number]

/** Signed-in sessions, the last used first, page by page. */
export function sessionsQuery() {
  return pagedQuery(sessionList, {})
}

/** Ends one session. */
export function useRevokeSession() {
  return useAct((session_id: string) => request(sessionRevoke, { session_id }), [sessionList])
}

/** Ends all of the customer's sessions, this one too; calls `onDone` even if its dialog is gone by then. */
export function useLogOutEverywhere(onDone: () => void) {
  return useMutation({ mutationFn: () => request(logoutAll, {}), onSuccess: onDone })
}
