import type { PasskeyAnswer } from '@adtally/contract/identity/passkey.ts'
import type { PinAndFactor } from '../../../components/fields/factor-pin-sheet.tsx'
import { sendByPasskey } from '../../../lib/session/passkeys.ts'
import { transactionPasswordDigest } from '../../../lib/session/transaction-password.ts'

/** What was entered as proof of ownership: transaction password, login password, or nothing for a host app's user. */
export type Entered = PinAndFactor | { login_password?: string }

interface OwnerProof {
  password?: string
  login_password?: string
  second_factor?: string
  passkey?: PasskeyAnswer
}

/** Sends a call with the owner's proof, and again with a passkey's answer if one is asked for. */
export async function sendAsOwner<Output>(
  entered: Entered,
  send: (proof: OwnerProof) => Promise<Output>,
): Promise<Output> {
  if (!('digits' in entered)) return await send(entered)
  const { digits, second_factor } = entered
  const password = transactionPasswordDigest(digits)
  if (second_factor !== '') return await send({ password, second_factor })
  return await sendByPasskey((proof) => send({ password, ...proof }))
}
