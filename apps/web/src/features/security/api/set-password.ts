import { readAgain } from '@adtally/client/read-again.ts'
import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { checkPassword, setPassword, withdrawQuote } from '@adtally/contract/money/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { session, updateUser } from '../../../lib/session/session.ts'
import { transactionPasswordDigest } from '../../../lib/session/transaction-password.ts'

/** Proof that the customer makes the change; not needed for a first transaction password. */
export interface Proof {
  old_digits?: string
  login_password?: string
}

/** Sets, changes or resets the transaction password; the stored user then knows that there is one. */
export function useSetPassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ digits, old_digits, login_password }: Proof & { digits: string }) =>
      request(setPassword, {
        password: transactionPasswordDigest(digits),
        ...(old_digits === undefined ? {} : { old_password: transactionPasswordDigest(old_digits) }),
        ...(login_password === undefined ? {} : { login_password }),
      }),
    meta: { handlesErrors: true },
    onSuccess: () => {
      const user = session.get()?.user
      if (user) updateUser({ ...user, transaction_password_set: true })
      readAgain(client, [userInfoCall, withdrawQuote])
    },
  })
}

/** Checks the current transaction password before asking for a new one. */
export function useCheckPassword() {
  return useMutation({
    mutationFn: (digits: string) => request(checkPassword, { password: transactionPasswordDigest(digits) }),
    meta: { handlesErrors: true },
  })
}
