import type { RequestOf } from '@adtally/contract/call.ts'
import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { userInfoEdit } from '@adtally/contract/identity/identity-edit.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { updateUser } from '../../../lib/session/session.ts'

export type UserChanges = RequestOf<typeof userInfoEdit>

/** The form's fields, which show their refusals. */
export const EDIT_FIELDS = ['nickname', 'phone', 'login_password', 'language', 'time_zone'] as const

/** Changes the customer's data; every screen has the answer before `onSuccess` runs. */
export function useEditUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: UserChanges) => request(userInfoEdit, changes),
    meta: { fields: EDIT_FIELDS },
    onSuccess: (user) => {
      client.setQueryData(callQuery(userInfoCall, {}).queryKey, user)
      updateUser(user)
    },
  })
}
