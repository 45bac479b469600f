import { readAgain } from '@adtally/client/read-again.ts'
import { accountClose, accountClosing } from '@adtally/contract/identity/closing.ts'
import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { updateUser } from '../../../lib/session/session.ts'
import { type Entered, sendAsOwner } from './owner-proof.ts'

/** What prevents closing the account. */
export function closingQuery() {
  return callQuery(accountClosing, {})
}

/** Closes the account; every screen knows it before `onSuccess` runs. */
export function useCloseAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (entered: Entered) => {
      await sendAsOwner(entered, (proof) => request(accountClose, proof))
      const user = await request(userInfoCall, {})
      client.setQueryData(callQuery(userInfoCall, {}).queryKey, user)
      updateUser(user)
    },
    meta: { handlesErrors: true },
    gcTime: 0,
    onError: () => readAgain(client, [accountClosing]),
  })
}
