import type { RequestOf } from '@adtally/contract/call.ts'
import { register } from '@adtally/contract/identity/registration.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { deviceToken, keepDeviceToken, signIn } from '../../../lib/session/session.ts'

/** The fields of the form's two steps, which show their refusals. */
export const SIGN_IN_FIELDS = ['licence_key', 'username', 'password', 'confirm_password'] as const
export const CONTACT_FIELDS = ['nickname', 'email', 'phone'] as const
const FIELDS = [...SIGN_IN_FIELDS, ...CONTACT_FIELDS]

/** Opens an account with a licence key and signs in; the session is stored before `onSuccess` runs. */
export function useRegister() {
  return useMutation({
    mutationFn: (input: RequestOf<typeof register>) => request(register, { ...input, ...deviceToken() }),
    meta: { fields: FIELDS },
    onSuccess: ({ token, user, device_token }) => {
      keepDeviceToken(device_token)
      signIn(token, user)
    },
  })
}
