import type { NewPasskey, PasskeyAnswer } from '@adtally/contract/identity/passkey.ts'
import type { Transaction } from '../../../database/database.ts'
import type { Services } from '../../services.ts'
import { type FactorUse, type MakingUse, passkeyPlace, takeAnswered } from './passkey-question.ts'
import { markPasskeyUsed, type PasskeyRow, passkeysOf } from './passkeys.repository.ts'

/** COSE's numbers of EdDSA, ES256 and RS256, which phones and computers use. */
export const ALGORITHMS = [-8, -7, -257]

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
  const sign_count = await signCountOf(passkey, answer, { challenge, ...place })
  if (sign_count === null) return 'wrong'
  // WebAuthn §6.1.1: a device's count only rises, so a lower or equal one is a copy's.
  if ((sign_count > 0 || passkey.sign_count > 0n) && BigInt(sign_count) <= passkey.sign_count) {
    return 'counter_back'
  }
  await markPasskeyUsed(tx, passkey.passkey_id, sign_count)
  return 'right'
}

interface Expected {
  challenge: string
  origin: string
  rp_id: string
}

/** The signature count in a validly signed answer; else null. */
async function signCountOf(
  { credential_id, public_key }: PasskeyRow,
  { client_data, authenticator_data, signature }: PasskeyAnswer,
  { challenge, origin, rp_id }: Expected,
): Promise<number | null> {
  const id = credential_id.toString('base64url')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      // Our caller compares the count, to tell a copied passkey from a wrong answer.
      credential: { id, publicKey: new Uint8Array(public_key), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for anything invalid, malformed bytes included.
    return null
  }
}

export type MadePasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'sign_count' | 'transports'>

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
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.credential_id,
        rawId: made.credential_id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: made.client_data, attestationObject: made.attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rp_id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== made.credential_id) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credential_id: Buffer.from(id, 'base64url'),
      public_key: Buffer.from(publicKey),
      sign_count: BigInt(counter),
      transports: made.transports,
    }
  } catch {
    return null
  }
}
