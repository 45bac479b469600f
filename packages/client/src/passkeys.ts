import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyMaking,
  PasskeyQuestion,
} from '@adtally/contract/identity/passkey.ts'
import { PasskeyUnused } from './passkey-support.ts'

/** Answers a question by a passkey; one that names none is answered by whichever its person chooses. Throws `PasskeyUnused`. */
export async function answerPasskey(question: PasskeyQuestion): Promise<PasskeyAnswer> {
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

/**
 * Makes a passkey with these options; `residentKey` is required where its person is to sign in by it without a name. Throws
 * `PasskeyUnused`.
 */
export async function makePasskey(
  making: PasskeyMaking,
  residentKey: 'preferred' | 'required' = 'preferred',
): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge: making.challenge,
      rp: { id: making.rp_id, name: making.rp_name },
      user: { id: making.user_handle, name: making.username, displayName: making.username },
      timeout: making.timeout_ms,
      attestation: 'none',
      pubKeyCredParams: making.algorithms.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { userVerification: 'required', residentKey },
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
