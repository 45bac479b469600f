import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretFor } from '../../secrets.ts'

const PURPOSE = 'marketplace-postback'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SECRET_BYTES = 32

/** A new postback secret, as the advertiser is shown it: 256 bits in base64url. */
export function newPostbackSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** A postback secret under AES-256-GCM, bound to its row's id, so that one swapped for another does not open. */
export function sealSecret(secret: SecretFor, secret_id: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret(PURPOSE), nonce).setAAD(Buffer.from(secret_id))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The inverse of `sealSecret`; throws where a byte, the key or the row is another. */
export function openSecret(secret: SecretFor, secret_id: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', secret(PURPOSE), sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(secret_id))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
