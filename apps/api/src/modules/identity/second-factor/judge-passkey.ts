import type { NewPasskey, PasskeyAnswer } from '@adtally/contract/identity/passkey.ts'
import type { Transaction } from '../../../database/database.ts'
import { type MadePasskey, passkeyIn, signCountIn } from '../../../lib/passkey-signature.ts'
import type { Services } from '../../services.ts'
import { type FactorUse, type MakingUse, passkeyPlace, takeAnswered } from './passkey-question.ts'
import { markPasskeyUsed, passkeysOf } from './passkeys.repository.ts'

/** The result for an answer; `counter_back`: validly signed, by a device whose count went back. */
export type PasskeyVerdict = 'right' | 'wrong' | 'counter_back'

/**
 * Checks a passkey's answer and uses up its question. The customer's factor is locked, so that answers are checked
 * one after another.
 */
export async function judgePasskey(
  services: Services,
  tx: Transaction,
  customer_id: string,
  answer: PasskeyAnswer,
  use: FactorUse,
): Promise<PasskeyVerdict> {
  const place = passkeyPlace(services)
  const challenge = await takeAnswered(tx, answer.client_data, customer_id, use)
  const credential_id = Buffer.from(answer.credential_id, 'base64url')
  const passkeys = await passkeysOf(tx, customer_id)
  const passkey = passkeys.find((one) => one.credential_id.equals(credential_id))
  if (!place || challenge === null || !passkey) return 'wrong'
  const sign_count = await signCountIn(passkey.public_key, answer, { challenge, ...place })
  if (sign_count === null) return 'wrong'
  // WebAuthn §6.1.1: a device's count only rises, so a lower or equal one is a copy's.
  if ((sign_count > 0 || passkey.sign_count > 0n) && BigInt(sign_count) <= passkey.sign_count) {
    return 'counter_back'
  }
  await markPasskeyUsed(tx, passkey.passkey_id, sign_count)
  return 'right'
}

/** Checks a new passkey and uses up its question; returns what to store, null where anything is not as asked. */
export async function judgeNewPasskey(
  services: Services,
  tx: Transaction,
  customer_id: string,
  made: NewPasskey,
  use: MakingUse,
): Promise<MadePasskey | null> {
  const place = passkeyPlace(services)
  const challenge = await takeAnswered(tx, made.client_data, customer_id, use)
  if (!place || challenge === null) return null
  return await passkeyIn(made, { challenge, ...place })
}
