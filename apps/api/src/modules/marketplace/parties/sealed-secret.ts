import { randomBytes } from 'node:crypto'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'

const PURPOSE = 'marketplace-postback'
const SECRET_BYTES = 32

/** A new postback secret, as the advertiser is shown it: 256 bits in base64url. */
export function newPostbackSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** A postback secret at rest, bound to its row's id. */
export function sealSecret(secret: SecretFor, secret_id: string, text: string): Buffer {
  return sealText(secret(PURPOSE), secret_id, text)
}

/** The inverse of `sealSecret`; throws where a byte, the key or the row is another. */
export function openSecret(secret: SecretFor, secret_id: string, sealed: Buffer): string {
  return openText(secret(PURPOSE), secret_id, sealed)
}
