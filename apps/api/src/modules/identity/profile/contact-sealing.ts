import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'

/** Each purpose has its own key, so that none opens as another. */
type Purpose = 'identity-contact' | 'identity-second-factor'

/** Seals a phone number or second-factor secret, bound to its customer. */
export function sealContact(
  secret: SecretFor,
  customer_id: string,
  text: string,
  purpose: Purpose = 'identity-contact',
): Buffer {
  return sealText(secret(purpose), customer_id, text)
}

/** The inverse of `sealContact`; throws where the bytes, key or customer differ. */
export function openContact(
  secret: SecretFor,
  customer_id: string,
  sealed: Buffer,
  purpose: Purpose = 'identity-contact',
): string {
  return openText(secret(purpose), customer_id, sealed)
}
