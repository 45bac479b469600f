import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'

/** What is sealed: a key of its own for each, so that none opens as another. */
type Purpose = 'identity-contact' | 'identity-second-factor'

/** A phone number or second-factor secret at rest, bound to its customer. */
export function sealContact(
  secret: SecretFor,
  customer_id: string,
  text: string,
  purpose: Purpose = 'identity-contact',
): Buffer {
  return sealText(secret(purpose), customer_id, text)
}

/** The inverse of `sealContact`; throws where a byte, the key or the customer is another. */
export function openContact(
  secret: SecretFor,
  customer_id: string,
  sealed: Buffer,
  purpose: Purpose = 'identity-contact',
): string {
  return openText(secret(purpose), customer_id, sealed)
}
