import type { PasskeyAnswer, PasskeyMaking, PasskeyQuestion } from '@adtally/contract/identity/passkey.ts'
import { onTestFinished, vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** A challenge from the server, for a passkey of this page's host. */
export const QUESTION: PasskeyQuestion = {
  challenge: base64url('challenge'),
  rp_id: window.location.hostname,
  timeout_ms: 300_000,
  passkeys: [{ credential_id: base64url('phone'), transports: ['internal', 'of-no-kind'] }],
}

/** The server's options for making a passkey. */
export const MAKING: PasskeyMaking = {
  challenge: base64url('challenge'),
  rp_id: 'adtally.example',
  rp_name: 'Adtally',
  user_handle: base64url('robin'),
  username: 'robin',
  timeout_ms: 300_000,
  algorithms: [-8, -7, -257],
  passkeys: [],
}

/** The fake device's answer, as sent. */
export const ANSWER: PasskeyAnswer = {
  credential_id: base64url('phone'),
  client_data: base64url('client data'),
  authenticator_data: base64url('authenticator data'),
  signature: base64url('signature'),
}

/** The fake device's new passkey, as sent. */
export const MADE = {
  credential_id: base64url('phone'),
  client_data: base64url('client data'),
  attestation: base64url('attestation'),
  transports: ['internal'],
}

/** Replaces the browser's passkeys until the test ends; `refuses`: the customer cancels. Records calls. */
export function fakeDevice({ refuses = false } = {}) {
  const credential = {
    id: ANSWER.credential_id,
    rawId: bytes('phone'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
  }
  const gaveUp = () => new DOMException('the person went back', 'NotAllowedError')
  const get = vi.spyOn(navigator.credentials, 'get').mockImplementation(async () => {
    if (refuses) throw gaveUp()
    const response = {
      clientDataJSON: bytes('client data'),
      authenticatorData: bytes('authenticator data'),
      signature: bytes('signature'),
    }
    return { ...credential, response }
  })
  const create = vi.spyOn(navigator.credentials, 'create').mockImplementation(async () => {
    if (refuses) throw gaveUp()
    const response = {
      clientDataJSON: bytes('client data'),
      attestationObject: bytes('attestation'),
      getTransports: () => ['internal'],
    }
    return { ...credential, response }
  })
  onTestFinished(() => {
    get.mockRestore()
    create.mockRestore()
  })
  return {
    asked: () => get.mock.calls.map(([options]) => options?.publicKey),
    made: () => create.mock.calls.map(([options]) => options?.publicKey),
  }
}
