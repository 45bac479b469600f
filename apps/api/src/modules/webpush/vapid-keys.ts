import { createECDH, ECDH } from 'node:crypto'
import { codeOf } from '../../database/start-error.ts'
import type { SecretFor } from '../../secrets.ts'

const CURVE = 'prime256v1'

/** A key pair of P-256, both halves in base64url: the public one as an uncompressed point. */
export interface VapidKeyPair {
  public_key: string
  private_key: string
}

/**
 * The key pair by which push services know this program (RFC 8292), the same in every process and after a restore: its private
 * half is 256 derived bits. Of 2^32 such numbers one is no key of the curve; then the next is taken (FIPS 186-5 A.2.2).
 */
export function vapidKeys(secret: SecretFor): VapidKeyPair {
  const pair = createECDH(CURVE)
  for (let candidate = 0; ; candidate += 1) {
    const private_key = secret(`webpush-key:${candidate}`)
    try {
      pair.setPrivateKey(private_key)
    } catch (error) {
      if (codeOf(error) === 'ERR_CRYPTO_INVALID_KEYTYPE') continue
      throw error
    }
    return {
      public_key: pair.getPublicKey('base64url'),
      private_key: private_key.toString('base64url'),
    }
  }
}

/** Whether bytes in base64url are a point of the curve: what is encrypted for another could be read by nobody. */
export function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, CURVE, 'base64url')
    return true
  } catch {
    return false
  }
}
