import { emailConfirm, passwordForgotten, passwordReset } from '@adtally/contract/identity-password.ts'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'

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

const confirmations = new Map<string, Promise<unknown>>()

/** Follows the link to an e-mail address, once however often the page is drawn, because a link is good once. */
export function confirmEmail(token: string): Promise<unknown> {
  const known = confirmations.get(token)
  if (known) return known
  const confirmation = request(emailConfirm, { token })
  confirmations.set(token, confirmation)
  return confirmation
}

/** After a lost connection: the link may be as good as it was. */
export function forgetConfirmation(token: string): void {
  confirmations.delete(token)
}
