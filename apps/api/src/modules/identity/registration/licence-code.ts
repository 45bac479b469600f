import { randomInt } from 'node:crypto'

/** Crockford's alphabet: without I, L, O and U no code is misread or spells a word. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const MISREAD: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' }

/** A new code of 80 random bits, written `XXXX-XXXX-XXXX-XXXX`. */
export function newLicenceCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * A typed code in its one spelling: any case and grouping, misread letters corrected. Null where it can't be a code.
 */
export function canonicalLicenceCode(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–—_.]/g, '')
    .replace(/[ILO]/g, (letter) => MISREAD[letter] ?? letter)
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter))
    ? letters
    : null
}
