import type { RequestOf } from '@adtally/contract/call.ts'
import { openStore } from '@adtally/contract/identity/identity-hybrid.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { signIn } from '../../../lib/session/session.ts'

/** Fields whose refusals the page shows itself. */
export const OPENING_FIELDS = ['authorization_code', 'opening_ticket'] as const

/** Opens the ad account; the session is stored before `onSuccess` runs. */
export function useOpenStore() {
  return useMutation({
    mutationFn: (input: RequestOf<typeof openStore>) => request(openStore, input),
    meta: { fields: OPENING_FIELDS },
    onSuccess: ({ token, user }) => signIn(token, user),
  })
}
