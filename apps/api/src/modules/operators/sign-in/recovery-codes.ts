import { randomBytes } from 'node:crypto'
import { STAFF_RECOVERY_CODES } from '@adtally/contract/operator/house/staff-factors.ts'
import { base32 } from './totp.ts'

/** 80 random bits: sixteen characters of base32, too many to be guessed from a digest. */
const CODE_BYTES = 10
const GROUP = /.{4}/g

/** New recovery codes such as `abcd-efgh-ijkl-mn23`, to write down. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: STAFF_RECOVERY_CODES }, () => {
    const code = base32(randomBytes(CODE_BYTES)).toLowerCase()
    return (code.match(GROUP) ?? []).join('-')
  })
}

/** The form of a recovery code that the database digests: as typed, without case, hyphens and blanks. */
export function spelledRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '')
}
