import { randomBytes } from 'node:crypto'
import { base32 } from '../operators/index.ts'
import type { Services } from '../services.ts'
import { pepperedDigest } from './transaction-password.ts'

/** How many a customer gets at a time. */
export const RECOVERY_CODES = 10
/** Of each, 50 random bits: ten characters of base32. */
const CODE_BYTES = 7
const CODE_LENGTH = 10

/** New recovery codes such as `abcde-fgh23`, to be written down: each stands in for the app once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = base32(randomBytes(CODE_BYTES)).slice(0, CODE_LENGTH).toLowerCase()
    return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
  })
}

/**
 * What is hashed of a recovery code: with or without its hyphen the same, and under the pepper of the transaction password, since
 * 50 bits are few for whoever has a copy of the database.
 */
export function pepperedCode(services: Services, customer_id: string, code: string): string {
  return pepperedDigest(services, customer_id, `recovery code ${code.replaceAll('-', '')}`)
}
