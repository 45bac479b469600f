import type { RequestOf } from '@adtally/contract/call.ts'
import { login } from '@adtally/contract/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { deviceToken, keepDeviceToken, signIn } from '../../../lib/session.ts'

/** The form's fields: their refusals are shown beside them. */
export const LOGIN_FIELDS = ['username', 'password', 'second_factor'] as const

/** Signs in; the session is kept before `onSuccess` runs. */
export function useSignIn() {
  return useMutation({
    mutationFn: (input: RequestOf<typeof login>) => request(login, { ...input, ...deviceToken() }),
    meta: { fields: LOGIN_FIELDS },
    onSuccess: ({ token, user, device_token }) => {
      keepDeviceToken(device_token)
      signIn(token, user)
    },
  })
}
