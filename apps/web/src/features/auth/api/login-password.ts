import {
  emailConfirm,
  emailLink,
  passwordForgotten,
  passwordReset,
} from '@adtally/contract/identity/identity-password.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'

/** Asks for a link to a new password. */
export function useForgottenPassword() {
  return useMutation({
    mutationFn: (email: string) => request(passwordForgotten, { email }),
    meta: { fields: ['email'] },
  })
}

/** Sets a new password by a link; what the link itself is refused for, the page says. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (input: { token: string; password: string }) => request(passwordReset, input),
    meta: { fields: ['token', 'password'] },
  })
}

/** Which account a link to an e-mail address is for; null where it no longer works. */
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

/** Follows the link to an e-mail address; what the link itself is refused for, the page says. */
export function useConfirmEmail() {
  return useMutation({
    mutationFn: (token: string) => request(emailConfirm, { token }),
    meta: { fields: ['token'] },
  })
}
