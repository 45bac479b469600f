import { createHash, randomBytes } from 'node:crypto'
import { openText, sealText } from '../../../lib/sealed-text.ts'

const PROOF_BYTES = 32
const TOTP_SECRET_BYTES = 20
const TOKEN_BYTES = 32

/** Used for unknown usernames, so that the time taken does not tell which usernames exist. */
export const NOBODY = {
  staff_id: '00000000-0000-0000-0000-000000000000',
  password_key_sealed: null,
} as const

/** Half of an activation code: 128 random bits, to hand over by word or on paper. */
export function newActivationCode(): string {
  return randomBytes(16).toString('hex')
}

/** The stored form of an activation code. */
export function hashActivationCode(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** A second factor: the secret of the authenticator app, and the proof to the database that it was opened. */
export interface Factor {
  totp_secret: Buffer
  factor_proof: Buffer
}

/** A new 160-bit second factor. */
export function newFactor(): Factor {
  return { totp_secret: randomBytes(TOTP_SECRET_BYTES), factor_proof: randomBytes(PROOF_BYTES) }
}

/** Seals a second factor with its owner's id, so that it opens for nobody else. */
export function sealFactor(
  sealing_key: Buffer,
  owner_id: string,
  { totp_secret, factor_proof }: Factor,
): Buffer {
  const text = Buffer.concat([totp_secret, factor_proof]).toString('base64')
  return sealText(sealing_key, owner_id, text)
}

/** The inverse of `sealFactor`; null if a byte was changed or the owner or key is wrong. */
export function openFactor(sealing_key: Buffer, owner_id: string, sealed: Buffer): Factor | null {
  try {
    const bytes = Buffer.from(openText(sealing_key, owner_id, sealed), 'base64')
    return {
      totp_secret: bytes.subarray(0, TOTP_SECRET_BYTES),
      factor_proof: bytes.subarray(TOTP_SECRET_BYTES),
    }
  } catch {
    return null
  }
}

/** A new session token: 256 random bits in base64url. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}
