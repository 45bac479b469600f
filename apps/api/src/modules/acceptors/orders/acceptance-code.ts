import { hash, randomInt } from 'node:crypto'
import { CODE_ALPHABET, canonicalCode, inGroups } from '../../../lib/codes/spoken-code.ts'

const LENGTH = 12

/** A new code of 60 random bits, written `XXXX-XXXX-XXXX`. */
export function newAcceptanceCode(): string {
  const letters = Array.from({ length: LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)])
  return inGroups(letters.join(''))
}

/** SHA-256 of a typed code in its one spelling. Null where it can't be a code. */
export function acceptanceCodeHash(typed: string): Buffer | null {
  const letters = canonicalCode(typed, LENGTH)
  return letters === null ? null : hash('sha256', `acceptance ${letters}`, 'buffer')
}
