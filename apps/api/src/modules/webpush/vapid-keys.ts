import { createECDH, ECDH } from 'node:crypto'
import { codeOf } from '../../database/start-error.ts'
import type { SecretFor } from '../../secrets.ts'

const CURVE = 'prime256v1'

/** A P-256 key pair in base64url; the public key is an uncompressed point. */
export interface VapidKeyPair {
  public_key: string
  private_key: string
}

/**
 * The key pair that identifies this program to push services (RFC 8292), the same in every process and after a
 * restore. The private key is 256 derived bits; about one in 2^32 such numbers is no valid key, and then the next is
 * taken (FIPS 186-5 A.2.2).
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

/** Whether bytes in base64url are a point of the curve; nobody could read what is encrypted for another. */
export function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, CURVE, 'base64url')
    return true
  } catch {
    return false
  }
}
