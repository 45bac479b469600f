import { readAgain } from '@adtally/client/read-again.ts'
import type { RequestOf } from '@adtally/contract/call.ts'
import { emailChange, passwordChange } from '@adtally/contract/identity/identity-password.ts'
import { withdrawQuote } from '@adtally/contract/money/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'

/** The forms' fields, which show their refusals. */
export const PASSWORD_FIELDS = ['old_password', 'password'] as const
export const EMAIL_FIELDS = ['email', 'login_password'] as const

/** Changes the login password; refetches the waits that a withdrawal would have. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestOf<typeof passwordChange>) => request(passwordChange, input),
    meta: { fields: PASSWORD_FIELDS },
    onSuccess: () => readAgain(client, [withdrawQuote]),
  })
}

/** Asks to change the e-mail address. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (input: RequestOf<typeof emailChange>) => request(emailChange, input),
    meta: { fields: EMAIL_FIELDS },
  })
}
