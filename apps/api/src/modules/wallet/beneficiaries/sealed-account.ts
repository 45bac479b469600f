import { createHmac } from 'node:crypto'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'

const SEAL = 'beneficiary-seal'

/** A beneficiary's account data at rest, bound to its beneficiary id. */
export function seal(secret: SecretFor, beneficiary_id: string, text: string): Buffer {
  return sealText(secret(SEAL), beneficiary_id, text)
}

/** The text that `seal` sealed. Throws where a byte or the beneficiary is another. */
export function unseal(secret: SecretFor, beneficiary_id: string, sealed: Buffer): string {
  return openText(secret(SEAL), beneficiary_id, sealed)
}

/** A keyed hash of a customer's account data: equal for equal data of one customer, and nothing else to anybody. */
export function fingerprint(secret: SecretFor, customer_id: string, text: string): Buffer {
  return createHmac('sha256', secret('beneficiary-fingerprint')).update(`${customer_id}\n${text}`).digest()
}
