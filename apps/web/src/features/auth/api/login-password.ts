import { ApiError } from '@adtally/client/api-error.ts'
import type { InputOf } from '@adtally/contract/call.ts'
import {
  emailConfirm,
  emailLink,
  passwordForgotten,
  passwordReset,
} from '@adtally/contract/identity/identity-password.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'

/** Requests a link for a new password. */
export function useForgottenPassword() {
  return useMutation({
    mutationFn: (email: string) => request(passwordForgotten, { email }),
    meta: { fields: ['email'] },
  })
}

/** Sets a new password by a link; the page reports refusals of the link itself. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (input: InputOf<typeof passwordReset>) => request(passwordReset, input),
    meta: { fields: ['token', 'code', 'password'] },
  })
}

/** The account that an e-mail link is for; null if it no longer works. */
export function useEmailLink(token: string) {
  return useQuery({
    queryKey: ['email link', token],
    enabled: token !== '',
    queryFn: async ({ signal }) => {
      try {
        return await request(emailLink, { token }, { signal })
      } catch (error) {
        if (error instanceof ApiError && error.reason === 'link_invalid') return null
        throw error
      }
    },
  })
}

/** Confirms an e-mail address by its link; the page reports refusals of the link itself. */
export function useConfirmEmail() {
  return useMutation({
    mutationFn: (token: string) => request(emailConfirm, { token }),
    meta: { fields: ['token'] },
  })
}
