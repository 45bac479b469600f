/** Crockford's alphabet: without I, L, O and U no code is misread or spells a word. Each letter is five bits. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const MISREAD: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' }

/** A code's letters as they are written and read out: `XXXX-XXXX`. */
export function inGroups(letters: string): string {
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * A typed code of so many letters in its one spelling: any case and grouping, misread letters corrected. Null where it can't be
 * one.
 */
export function canonicalCode(typed: string, length: number): string | null {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–—_.]/g, '')
    .replace(/[ILO]/g, (letter) => MISREAD[letter] ?? letter)
  return letters.length === length && [...letters].every((letter) => CODE_ALPHABET.includes(letter))
    ? letters
    : null
}
