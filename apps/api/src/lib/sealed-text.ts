import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts bytes with AES-256-GCM; returns nonce, tag and ciphertext in a row. `context`, such as the row's id, is
 * authenticated, so that a row swapped for another does not open. `key` is 32 bytes, one per purpose.
 */
export function sealBytes(key: Buffer, context: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context))
  const body = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...body])
}

/** The bytes that `sealBytes` sealed; throws if a byte, the key or the context differs. */
export function openBytes(key: Buffer, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()])
}

/** As `sealBytes`, of a text. */
export function sealText(key: Buffer, context: string, text: string): Buffer {
  return sealBytes(key, context, Buffer.from(text))
}

/** The text that `sealText` sealed; throws as `openBytes` does. */
export function openText(key: Buffer, context: string, sealed: Buffer): string {
  return openBytes(key, context, sealed).toString('utf8')
}
