import { hash, randomInt } from 'node:crypto'

/** Crockford's: no I, L, O or U, so that nothing is misread or spells a word. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const MISREAD: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' }

/** A new code of 60 random bits, as it is told: `XXXX-XXXX-XXXX`. */
export function newAcceptanceCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * What a typed code is found by: SHA-256 of its one spelling, in any case and grouping, misread letters mended. Null
 * where it can't be a code.
 */
export function acceptanceCodeHash(typed: string): Buffer | null {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–—_.]/g, '')
    .replace(/[ILO]/g, (letter) => MISREAD[letter] ?? letter)
  const is_code = letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter))
  return is_code ? hash('sha256', `acceptance ${letters}`, 'buffer') : null
}
