import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyMaking,
  PasskeyQuestion,
} from '@adtally/contract/identity/passkey.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Deviations of a device or its page from what was asked. */
export interface Otherwise {
  /** The asking page's origin. */
  origin?: string
  /** The host name that the device signs for. */
  rp_id?: string
  challenge?: string
  type?: string
  /** Whether the device verified its person by finger, face or PIN. */
  is_verified?: boolean
  sign_count?: number
  /** Another passkey's key under this one's id. */
  key?: KeyObject
  /** Whether the page is framed by another site's. */
  in_frame?: boolean
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

/** A device with one ES256 passkey, as in WebAuthn §6; `counts`: whether it counts its signatures. */
export class SoftwarePasskey {
  readonly credential_id = randomBytes(32)
  readonly key: KeyObject
  readonly #public_key: KeyObject
  readonly #counts: boolean
  sign_count = 0
  readonly origin: string

  constructor(origin: string, { counts = true } = {}) {
    this.origin = origin
    this.#counts = counts
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.key = pair.privateKey
    this.#public_key = pair.publicKey
  }

  /** The result of `navigator.credentials.create`. */
  make(making: PasskeyMaking, otherwise: Otherwise = {}): NewPasskey {
    const { x = '', y = '' } = this.#public_key.export({ format: 'jwk' })
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const { credential_id } = this
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credential_id.length)
    const auth_data = Buffer.concat([
      this.#authenticatorData(making.rp_id, HAS_KEY, otherwise),
      // No authenticator model (AAGUID).
      Buffer.alloc(16),
      length,
      credential_id,
      cose,
    ])
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', auth_data],
      ]),
    )
    return {
      credential_id: credential_id.toString('base64url'),
      client_data: this.#clientData('webauthn.create', making.challenge, otherwise).toString('base64url'),
      attestation: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    }
  }

  /** The result of `navigator.credentials.get`. */
  answer(question: PasskeyQuestion, otherwise: Otherwise = {}): PasskeyAnswer {
    if (this.#counts) this.sign_count += 1
    const authenticator_data = this.#authenticatorData(question.rp_id, 0, otherwise)
    const client_data = this.#clientData('webauthn.get', question.challenge, otherwise)
    const signed = Buffer.concat([authenticator_data, createHash('sha256').update(client_data).digest()])
    return {
      credential_id: this.credential_id.toString('base64url'),
      client_data: client_data.toString('base64url'),
      authenticator_data: authenticator_data.toString('base64url'),
      signature: sign('sha256', signed, otherwise.key ?? this.key).toString('base64url'),
    }
  }

  #authenticatorData(asked_rp_id: string, flag: number, otherwise: Otherwise): Buffer {
    const { rp_id = asked_rp_id, is_verified = true, sign_count = this.sign_count } = otherwise
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(sign_count)
    const flags = USER_PRESENT | (is_verified ? USER_VERIFIED : 0) | flag
    return Buffer.concat([createHash('sha256').update(rp_id).digest(), Buffer.from([flags]), counter])
  }

  #clientData(usual: string, asked: string, otherwise: Otherwise): Buffer {
    const { origin = this.origin, challenge = asked, type = usual, in_frame = false } = otherwise
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: in_frame }))
  }
}
