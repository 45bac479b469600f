import { createHash, createHmac, randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'

const PASSWORD_KEY = 'staff-password'
const FACTOR_KEY = 'staff-second-factor'
const SALT_BYTES = 16
/** The salt, and a key of 256 bits. */
const PASSWORD_KEY_BYTES = SALT_BYTES + 32
const PROOF_BYTES = 32
const TOTP_SECRET_BYTES = 20
const TOKEN_BYTES = 32

/** A password as it is set: the database keeps its key, which is sealed, and a hash of the proof. */
export interface NewPassword {
  password_key_sealed: Buffer
  password_proof: Buffer
}

/** What proves a new password of this person from now on. */
export async function newPassword(
  secret: SecretFor,
  staff_id: string,
  password: string,
): Promise<NewPassword> {
  const password_key = randomBytes(PASSWORD_KEY_BYTES)
  return {
    password_key_sealed: sealText(secret(PASSWORD_KEY), staff_id, password_key.toString('base64')),
    password_proof: await passwordProof(staff_id, password, password_key),
  }
}

/** What a password's proof is made with; what nobody has where there is none, or it is another person's. */
export function openPasswordKey(secret: SecretFor, staff_id: string, sealed: Buffer | null): Buffer {
  try {
    if (sealed) return Buffer.from(openText(secret(PASSWORD_KEY), staff_id, sealed), 'base64')
  } catch {
    // Taken for nobody's, as a wrong password is.
  }
  return Buffer.alloc(PASSWORD_KEY_BYTES)
}

/**
 * What proves a password: Argon2id, with the library's parameters (19 MiB, 2 passes: OWASP's recommendation), of an HMAC over
 * its owner's id and itself. What is kept of one person's proof fits nobody else's. Salt and key are random and the person's
 * own; both are sealed, so that without the master secret nobody can try one, and another secret can seal them anew.
 */
export function passwordProof(staff_id: string, password: string, password_key: Buffer): Promise<Buffer> {
  const [salt, key] = [password_key.subarray(0, SALT_BYTES), password_key.subarray(SALT_BYTES)]
  const bound = createHmac('sha256', key).update(`${staff_id} ${password}`).digest()
  return hashRaw(bound, { salt, outputLen: PROOF_BYTES })
}

/** What makes a proof of nobody, which takes as long: time does not tell which usernames exist. */
export const NOBODY = {
  staff_id: '00000000-0000-0000-0000-000000000000',
  password_key_sealed: null,
} as const

/** Half of an activation code: 128 random bits to hand over by word or paper. */
export function newActivationCode(): string {
  return randomBytes(16).toString('hex')
}

/** What is kept of an activation code. */
export function hashActivationCode(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** A second factor: the secret that authenticator apps hold, and what proves to the database that it was opened. */
export interface Factor {
  totp_secret: Buffer
  factor_proof: Buffer
}

/** A new one of 160 bits. */
export function newFactor(): Factor {
  return { totp_secret: randomBytes(TOTP_SECRET_BYTES), factor_proof: randomBytes(PROOF_BYTES) }
}

/** A second factor as the database keeps it: sealed with its owner's id, so that it opens for nobody else. */
export function sealFactor(
  secret: SecretFor,
  staff_id: string,
  { totp_secret, factor_proof }: Factor,
): Buffer {
  const text = Buffer.concat([totp_secret, factor_proof]).toString('base64')
  return sealText(secret(FACTOR_KEY), staff_id, text)
}

/** The inverse of `sealFactor`; null where a byte was changed, or the owner or the key is another. */
export function openFactor(secret: SecretFor, staff_id: string, sealed: Buffer): Factor | null {
  try {
    const bytes = Buffer.from(openText(secret(FACTOR_KEY), staff_id, sealed), 'base64')
    return {
      totp_secret: bytes.subarray(0, TOTP_SECRET_BYTES),
      factor_proof: bytes.subarray(TOTP_SECRET_BYTES),
    }
  } catch {
    return null
  }
}

/** A new token of a session: 256 random bits in base64url. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}
