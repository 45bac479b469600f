import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { SecretFor } from '../../secrets.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * A beneficiary's account data encrypted at rest (AES-256-GCM); `context`, its beneficiary id, is bound to it, so
 * that a row swapped for another's doesn't open.
 */
export function seal(secret: SecretFor, context: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret('beneficiary-seal'), nonce)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The text that `seal` encrypted. Throws where a byte or the context differs. */
export function unseal(secret: SecretFor, context: string, sealed: Buffer): string {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    secret('beneficiary-seal'),
    sealed.subarray(0, NONCE_BYTES),
  )
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

/** A keyed hash of a customer's account data: equal for equal data of one customer, and nothing else to anybody. */
export function fingerprint(secret: SecretFor, customer_id: string, text: string): Buffer {
  return createHmac('sha256', secret('beneficiary-fingerprint')).update(`${customer_id}\n${text}`).digest()
}
