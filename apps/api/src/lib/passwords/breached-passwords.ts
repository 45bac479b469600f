import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

/** Passwords from breaches in lower case, most common first. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json'
/** Shorter ones fail the length rule anyway. */
const CHARACTERS_MIN = 8

/** All in one text, separated by line ends: a set of strings takes fifteen times the memory. */
let breached: string | null = null

/** The breached passwords of at least eight characters, most common first. */
export function readBreachedPasswords(): string[] {
  const text = readFileSync(fileURLToPath(import.meta.resolve(LIST)), 'utf8')
  return z.parse(z.array(z.string()), JSON.parse(text)).filter(({ length }) => length >= CHARACTERS_MIN)
}

/**
 * Whether a password, in any case, is among the 18,000 or so most common in published breaches
 * (docs/decisions/breached-passwords.md). The list is read from disk at the first call.
 */
export function isBreachedPassword(password: string): boolean {
  breached ??= `\n${readBreachedPasswords().join('\n')}\n`
  const folded = password.normalize('NFKC').toLowerCase()
  return !folded.includes('\n') && breached.includes(`\n${folded}\n`)
}
