import { randomBytes } from 'node:crypto'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import { base32 } from '../../operators/index.ts'
import type { Services } from '../../services.ts'

export const RECOVERY_CODES = 10
/** Each has 50 random bits: ten characters of base32. */
const CODE_BYTES = 7
const CODE_LENGTH = 10

/** New recovery codes such as `abcde-fgh23`, to write down: each replaces the app once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = base32(randomBytes(CODE_BYTES)).slice(0, CODE_LENGTH).toLowerCase()
    return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
  })
}

/** The form of a recovery code that is hashed, without its hyphen. */
export function spelledCode(code: string): string {
  return code.replaceAll('-', '')
}

/** Seals a recovery code's hash for its customer, since 50 bits are few against a stolen database. */
export function sealCode({ settings }: Services, customer_id: string, code_hash: string): Buffer {
  return sealText(settings.secret('identity-recovery-code'), customer_id, code_hash)
}

/** Opens the hash; null where it was sealed for another customer. */
export function openCode({ settings }: Services, customer_id: string, sealed: Buffer): string | null {
  try {
    return openText(settings.secret('identity-recovery-code'), customer_id, sealed)
  } catch {
    return null
  }
}
