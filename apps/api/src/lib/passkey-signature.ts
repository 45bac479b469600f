import type { NewPasskey, PasskeyAnswer } from '@adtally/contract/identity/passkey.ts'
import * as z from 'zod/mini'

/** COSE's numbers of EdDSA, ES256 and RS256, which phones and computers use. */
export const ALGORITHMS = [-8, -7, -257]

/** Where passkeys are accepted: the page's origin, and the host name that they are bound to. */
export interface PasskeyPlace {
  origin: string
  rp_id: string
}

/** The place of an origin; null without one. */
export function passkeyPlaceOf(origin: string | null): PasskeyPlace | null {
  return origin === null ? null : { origin, rp_id: new URL(origin).hostname }
}

// The library checks the other members (WebAuthn §5.8.1).
const clientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.boolean()) })

/** The challenge that an answer names; null where it can't be read, or where another site's page framed ours. */
export function challengeIn(client_data: string): string | null {
  const parsed = z.safeParse(clientData, readJson(client_data))
  return parsed.success && parsed.data.crossOrigin !== true ? parsed.data.challenge : null
}

function readJson(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** What an answer must have been given to. */
export interface ExpectedAnswer extends PasskeyPlace {
  challenge: string
}

/**
 * The signature count in an answer that this key signed for this challenge and place, its person verified; null for any
 * other. That the count rises is its caller's to ask.
 */
export async function signCountIn(
  public_key: Buffer,
  { credential_id: id, client_data, authenticator_data, signature }: PasskeyAnswer,
  { challenge, origin, rp_id }: ExpectedAnswer,
): Promise<number | null> {
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

/** A passkey as it was made. */
export interface MadePasskey {
  credential_id: Buffer
  public_key: Buffer
  sign_count: bigint
  transports: string[]
}

/** The passkey in an answer to this challenge at this place, its person verified; null where anything is otherwise. */
export async function passkeyIn(
  made: NewPasskey,
  { challenge, origin, rp_id }: ExpectedAnswer,
): Promise<MadePasskey | null> {
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
      expectedOrigin: origin,
      expectedRPID: rp_id,
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
