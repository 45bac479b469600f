import { createHmac } from 'node:crypto'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'

const SEAL = 'beneficiary-seal'

/** Seals a beneficiary's account data, bound to the beneficiary's id. */
export function seal(secret: SecretFor, beneficiary_id: string, text: string): Buffer {
  return sealText(secret(SEAL), beneficiary_id, text)
}

/** The inverse of `seal`. Throws if a byte or the beneficiary is wrong. */
export function unseal(secret: SecretFor, beneficiary_id: string, sealed: Buffer): string {
  return openText(secret(SEAL), beneficiary_id, sealed)
}

/** A keyed hash of a customer's account data: equal for the same data of the same customer, else meaningless. */
export function fingerprint(secret: SecretFor, customer_id: string, text: string): Buffer {
  return createHmac('sha256', secret('beneficiary-fingerprint')).update(`${customer_id}\n${text}`).digest()
}
