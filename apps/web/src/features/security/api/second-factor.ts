import { makePasskey } from '@adtally/client/passkeys.ts'
import { readAgain } from '@adtally/client/read-again.ts'
import type { PasskeyAnswer } from '@adtally/contract/identity/passkey.ts'
import {
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  secondFactor,
  secondFactorAtSignIn,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorRemove,
} from '@adtally/contract/identity/security.ts'
import { withdrawQuote } from '@adtally/contract/money/wallet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { sendByPasskey } from '../../../lib/session/passkeys.ts'
import { transactionPasswordDigest } from '../../../lib/session/transaction-password.ts'

/** Whether withdrawals ask for a second factor, its kinds, and the recovery codes left. */
export function secondFactorQuery() {
  return callQuery(secondFactor, {})
}

const CHANGED = [secondFactor, withdrawQuote]

export type FactorAct =
  | { kind: 'add_app' }
  | { kind: 'remove_app' }
  | { kind: 'add_passkey'; name: string }
  | { kind: 'remove_passkey'; passkey_id: string; name: string }
  | { kind: 'at_sign_in'; at_sign_in: boolean }

interface Change {
  act: FactorAct
  digits: string
  /** A code of the factor; empty if none is set up or a passkey is used. */
  code: string
}

/** The result of a change: a secret for the app, recovery codes of a first factor, or nothing. */
export interface Changed {
  app?: { secret: string; address: string }
  recovery_codes?: readonly string[]
}

/** Changes the second factor, proved by transaction password and a code or passkey; none of these is stored. */
export function useChangeFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ act, digits, code }: Change): Promise<Changed> => {
      const password = transactionPasswordDigest(digits)
      const prove = <Output>(send: (proof: Proof) => Promise<Output>): Promise<Output> =>
        code === ''
          ? sendByPasskey((proof) => send({ password, ...proof }))
          : send({ password, second_factor: code })
      return carryOut(act, prove)
    },
    meta: { handlesErrors: true },
    gcTime: 0,
    onSuccess: () => readAgain(client, CHANGED),
  })
}

interface Proof {
  password: string
  second_factor?: string
  passkey?: PasskeyAnswer
}

async function carryOut(
  act: FactorAct,
  prove: <Output>(send: (proof: Proof) => Promise<Output>) => Promise<Output>,
): Promise<Changed> {
  switch (act.kind) {
    case 'add_app':
      return { app: await prove((proof) => request(secondFactorBegin, proof)) }
    case 'remove_app':
      await prove((proof) => request(secondFactorRemove, proof))
      return {}
    case 'add_passkey': {
      const making = await prove((proof) => request(passkeyBegin, proof))
      return await request(passkeyAdd, { name: act.name, made: await makePasskey(making) })
    }
    case 'remove_passkey':
      await prove((proof) => request(passkeyRemove, { passkey_id: act.passkey_id, ...proof }))
      return {}
    case 'at_sign_in':
      await prove((proof) => request(secondFactorAtSignIn, { at_sign_in: act.at_sign_in, ...proof }))
      return {}
  }
}

/** Sets the app up with its first code. */
export function useConfirmSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => request(secondFactorConfirm, { code }),
    meta: { handlesErrors: true },
    gcTime: 0,
    onSuccess: () => readAgain(client, CHANGED),
  })
}
