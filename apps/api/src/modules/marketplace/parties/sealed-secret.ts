import { randomBytes } from 'node:crypto'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'

const PURPOSE = 'marketplace-postback'
const SECRET_BYTES = 32

/** A new postback secret as shown to the advertiser: 256 bits in base64url. */
export function newPostbackSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Seals a postback secret, bound to its row's id. */
export function sealSecret(secret: SecretFor, secret_id: string, text: string): Buffer {
  return sealText(secret(PURPOSE), secret_id, text)
}

/** The inverse of `sealSecret`; throws where the text, key or row differs. */
export function openSecret(secret: SecretFor, secret_id: string, sealed: Buffer): string {
  return openText(secret(PURPOSE), secret_id, sealed)
}
