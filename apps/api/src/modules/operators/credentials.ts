import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Argon2id with the library's parameters (19 MiB, 2 passes: OWASP's recommendation). */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

let dummy_hash: Promise<string> | undefined

/**
 * Whether `password` fits; takes as long where there is no hash to compare with, so that time does not tell
 * which usernames exist.
 */
export async function passwordFits(password_hash: string | null, password: string): Promise<boolean> {
  if (password_hash !== null) return verify(password_hash, password)
  dummy_hash ??= hashPassword(randomBytes(16).toString('hex'))
  await verify(await dummy_hash, password)
  return false
}

/** Half of an activation code: 128 random bits to hand over by word or paper. */
export function newActivationCode(): string {
  return randomBytes(16).toString('hex')
}

/** What is kept of an activation code. */
export function hashActivationCode(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** Whether `code` is the one kept as `code_hash`. */
export function activationCodeFits(code_hash: string, code: string): boolean {
  return timingSafeEqual(Buffer.from(hashActivationCode(code)), Buffer.from(code_hash))
}

/** A new second-factor secret of 160 bits. */
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** AES-256-GCM under `key`: nonce, tag, text in a row. */
export function encryptSecret(key: Buffer, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The inverse of `encryptSecret`; throws where a byte was changed or the key is another. */
export function decryptSecret(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
