import { createHash, createHmac, randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'

const PASSWORD_KEY = 'staff-password'
const FACTOR_KEY = 'staff-second-factor'
const SALT_BYTES = 16
/** Salt and a 256-bit key. */
const PASSWORD_KEY_BYTES = SALT_BYTES + 32
const PROOF_BYTES = 32
const TOTP_SECRET_BYTES = 20
const TOKEN_BYTES = 32

/** A password to be set: the database keeps its sealed key and a hash of the proof. */
export interface NewPassword {
  password_key_sealed: Buffer
  password_proof: Buffer
}

/** Makes the key and proof of a new password. */
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

/** The key for a password's proof; a key that fits nobody if there is none or it is another person's. */
export function openPasswordKey(secret: SecretFor, staff_id: string, sealed: Buffer | null): Buffer {
  try {
    if (sealed) return Buffer.from(openText(secret(PASSWORD_KEY), staff_id, sealed), 'base64')
  } catch {
    // Treated like a wrong password.
  }
  return Buffer.alloc(PASSWORD_KEY_BYTES)
}

/**
 * The proof of a password: Argon2id with the library's parameters (19 MiB, 2 passes: OWASP's recommendation) of an
 * HMAC over the owner's id and the password, so that nobody else can use the stored proof. Salt and key are random
 * for each person, and sealed: without the master secret nobody can try passwords, and a new secret can reseal them.
 */
export function passwordProof(staff_id: string, password: string, password_key: Buffer): Promise<Buffer> {
  const [salt, key] = [password_key.subarray(0, SALT_BYTES), password_key.subarray(SALT_BYTES)]
  const bound = createHmac('sha256', key).update(`${staff_id} ${password}`).digest()
  return hashRaw(bound, { salt, outputLen: PROOF_BYTES })
}

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
  secret: SecretFor,
  staff_id: string,
  { totp_secret, factor_proof }: Factor,
): Buffer {
  const text = Buffer.concat([totp_secret, factor_proof]).toString('base64')
  return sealText(secret(FACTOR_KEY), staff_id, text)
}

/** The inverse of `sealFactor`; null if a byte was changed or the owner or key is wrong. */
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

/** A new session token: 256 random bits in base64url. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}
