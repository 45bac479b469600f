import {
  secondFactor,
  secondFactorAtSignIn,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorRemove,
} from '@adtally/contract/security.ts'
import { withdrawQuote } from '@adtally/contract/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { readAgain } from '../../../lib/read-again.ts'
import { transactionPasswordDigest } from '../../../lib/transaction-password.ts'

/** Whether withdrawals ask for a second factor, and the recovery codes left. */
export function secondFactorQuery() {
  return callQuery(secondFactor, {})
}

const CHANGED = [secondFactor, withdrawQuote]

/** Asks for a new secret, with the digits of the transaction password; it is never kept. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (digits: string) =>
      request(secondFactorBegin, { password: transactionPasswordDigest(digits) }),
    meta: { handlesErrors: true },
    gcTime: 0,
  })
}

/** Sets it up with the app's first code. */
export function useConfirmSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => request(secondFactorConfirm, { code }),
    meta: { handlesErrors: true },
    gcTime: 0,
    onSuccess: () => readAgain(client, CHANGED),
  })
}

/** Removes it with the digits of the transaction password and a code. */
export function useRemoveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ digits, code }: { digits: string; code: string }) =>
      request(secondFactorRemove, { password: transactionPasswordDigest(digits), code }),
    meta: { handlesErrors: true },
    onSuccess: () => readAgain(client, CHANGED),
  })
}

/** Has signing in ask for it too, or no longer, with the digits of the transaction password and a code. */
export function useAskAtSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ digits, ...change }: { at_sign_in: boolean; digits: string; code: string }) =>
      request(secondFactorAtSignIn, { ...change, password: transactionPasswordDigest(digits) }),
    meta: { handlesErrors: true },
    onSuccess: () => readAgain(client, [secondFactor]),
  })
}
