import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

/** Passwords from breaches, in lower case, the commonest first. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json'
/** Shorter ones no rule of length lets through. */
const CHARACTERS_MIN = 8

/** All of them in one text, between line ends: a set of as many strings takes fifteen times the memory. */
let breached: string | null = null

/** Those of the breached passwords that have eight characters at least, the commonest first. */
export function readBreachedPasswords(): string[] {
  const text = readFileSync(fileURLToPath(import.meta.resolve(LIST)), 'utf8')
  return z.parse(z.array(z.string()), JSON.parse(text)).filter(({ length }) => length >= CHARACTERS_MIN)
}

/**
 * Whether a password, in any case, is one of some 18,000 that were found most often in what breaches made public
 * (docs/decisions/breached-passwords.md). The list is read by the first who asks, from the disk alone.
 */
export function isBreachedPassword(password: string): boolean {
  breached ??= `\n${readBreachedPasswords().join('\n')}\n`
  const folded = password.normalize('NFKC').toLowerCase()
  return !folded.includes('\n') && breached.includes(`\n${folded}\n`)
}
