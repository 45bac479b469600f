import { ApiError } from '@adtally/client/api-error.ts'
import {
  factorAsked,
  type NewPasskey,
  type PasskeyAnswer,
  type PasskeyMaking,
  type PasskeyQuestion,
} from '@adtally/contract/identity/passkey.ts'
import * as z from 'zod/mini'

/** No passkey was made or used: the customer cancelled, took too long, or the browser refused. */
export class PasskeyUnused extends Error {
  constructor(cause: unknown) {
    super('no passkey', { cause })
    this.name = 'PasskeyUnused'
  }
}

/** Whether passkeys can be used on this page, or why not. */
export type PasskeysHere = 'yes' | 'at_other_address' | 'without_name' | 'not_in_browser'

/** `passkey_origin`: the server's origin for passkeys; null without a host name, which browsers require. */
export function passkeysHere(passkey_origin: string | null): PasskeysHere {
  if (passkey_origin === null) return 'without_name'
  if (passkey_origin !== window.location.origin) return 'at_other_address'
  return hasPasskeys() ? 'yes' : 'not_in_browser'
}

/** Whether this browser can answer at this page's address: passkeys are bound to a host name. */
export function canAnswer({ rp_id }: PasskeyQuestion): boolean {
  return hasPasskeys() && rp_id === window.location.hostname
}

function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/** The second factor that a refusal asks for; null for any other error. */
export function factorAskedBy(error: unknown): z.infer<typeof factorAsked> | null {
  if (!(error instanceof ApiError) || error.reason !== 'second_factor_required') return null
  return z.safeParse(factorAsked, error.data.asks).data ?? null
}

/**
 * Sends a call that may need the second factor; if asked, sends it again with a passkey's answer. Throws
 * `PasskeyUnused`, and whatever the call throws, including the request for a factor if no passkey can answer here.
 */
export async function sendByPasskey<Output>(
  send: (proof: { passkey?: PasskeyAnswer }) => Promise<Output>,
): Promise<Output> {
  try {
    return await send({})
  } catch (error) {
    const question = factorAskedBy(error)?.passkey
    if (!question || !canAnswer(question)) throw error
    return await send({ passkey: await answerPasskey(question) })
  }
}

async function answerPasskey(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const { challenge, rp_id, timeout_ms, passkeys } = question
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId: rp_id,
      timeout: timeout_ms,
      userVerification: 'required',
      allowCredentials: passkeys.map(descriptor),
    },
  }).catch((error: unknown) => {
    throw new PasskeyUnused(error)
  })
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  }
}

/** Makes a passkey with these options. Throws `PasskeyUnused`. */
export async function makePasskey(making: PasskeyMaking): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge: making.challenge,
      rp: { id: making.rp_id, name: making.rp_name },
      user: { id: making.user_handle, name: making.username, displayName: making.username },
      timeout: making.timeout_ms,
      attestation: 'none',
      pubKeyCredParams: making.algorithms.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      excludeCredentials: making.passkeys.map(descriptor),
    },
  }).catch((error: unknown) => {
    throw new PasskeyUnused(error)
  })
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  }
}

function descriptor({ credential_id, transports }: PasskeyQuestion['passkeys'][number]) {
  return { id: credential_id, type: 'public-key' as const, transports: transports.filter(isTransport) }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
function isTransport(word: string): word is (typeof TRANSPORTS)[number] {
  return TRANSPORTS.some((each) => each === word)
}
