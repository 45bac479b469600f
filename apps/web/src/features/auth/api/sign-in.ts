import type { RequestOf } from '@adtally/contract/call.ts'
import { login } from '@adtally/contract/identity/identity.ts'
import type { PasskeyAnswer } from '@adtally/contract/identity/passkey.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { sendByPasskey } from '../../../lib/session/passkeys.ts'
import { deviceToken, keepDeviceToken, signIn } from '../../../lib/session/session.ts'

/** The form's fields, which show their refusals. */
export const LOGIN_FIELDS = ['username', 'password', 'second_factor', 'passkey'] as const

type Typed = RequestOf<typeof login> & { by_passkey?: boolean }

/** Signs in; `by_passkey` answers a second factor with one. The session is stored before `onSuccess` runs. */
export function useSignIn() {
  return useMutation({
    mutationFn: ({ by_passkey = false, ...input }: Typed) => {
      const send = (proof: { passkey?: PasskeyAnswer }) =>
        request(login, { ...input, ...deviceToken(), ...proof })
      return by_passkey ? sendByPasskey(send) : send({})
    },
    meta: { fields: LOGIN_FIELDS },
    onSuccess: ({ token, user, device_token }) => {
      keepDeviceToken(device_token)
      signIn(token, user)
    },
  })
}
