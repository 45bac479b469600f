import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretFor } from '../../secrets.ts'

const PURPOSE = 'identity-contact'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A phone number under AES-256-GCM, bound to its customer: nonce, tag and text in a row. */
export function sealContact(secret: SecretFor, customer_id: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret(PURPOSE), nonce).setAAD(Buffer.from(customer_id))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The inverse of `sealContact`; throws where a byte, the key or the customer is another. */
export function openContact(secret: SecretFor, customer_id: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', secret(PURPOSE), sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(customer_id))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
