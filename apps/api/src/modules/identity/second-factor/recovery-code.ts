import { randomBytes } from 'node:crypto'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import { base32 } from '../../operators/index.ts'
import type { Services } from '../../services.ts'

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

/** What is hashed of a recovery code: with or without its hyphen the same. */
export function spelledCode(code: string): string {
  return code.replaceAll('-', '')
}

/** A recovery code as it is kept: its hash, sealed for its customer, since 50 bits are few for whoever has a copy of the database. */
export function sealCode({ settings }: Services, customer_id: string, code_hash: string): Buffer {
  return sealText(settings.secret('identity-recovery-code'), customer_id, code_hash)
}

/** The hash in it; null where it is another customer's. */
export function openCode({ settings }: Services, customer_id: string, sealed: Buffer): string | null {
  try {
    return openText(settings.secret('identity-recovery-code'), customer_id, sealed)
  } catch {
    return null
  }
}
