import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, canonicalCode, inGroups } from '../../../lib/codes/spoken-code.ts'

const LENGTH = 16

/** A new code of 80 random bits, written `XXXX-XXXX-XXXX-XXXX`. */
export function newLicenceCode(): string {
  const letters = Array.from({ length: LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)])
  return inGroups(letters.join(''))
}

/** A typed code in its one spelling. Null where it can't be a code. */
export function canonicalLicenceCode(typed: string): string | null {
  return canonicalCode(typed, LENGTH)
}
