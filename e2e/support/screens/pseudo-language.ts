import type { CompiledCatalogue } from '@adtally/i18n/compile-catalogue.ts'
import { compileCatalogue } from '@adtally/i18n/compile-catalogue.ts'
import { isFirst } from '@adtally/i18n/namespaces.ts'
import { readCatalogue } from '@adtally/i18n/read-catalogue.ts'
import type { Page } from '@playwright/test'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'áƀçđéƒĝĥíĵķļḿñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻḾÑÓÞɊŔŠŢÚṼŴẊÝŽ'
const LETTERS = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]))
/** German and Russian are that much longer than English (DESIGN). */
const LONGER_BY = 0.4
const BRACKETS = ['[', ']'] as const
const LANGUAGE_CHUNK = /\/assets\/languages\/en-(?:(\w+)-)?[\w-]{8}\.js$/

/** A text with accents on every letter and repeated vowels that make each word 40 % longer. */
export function pseudoText(text: string): string {
  let owed = 0
  return text.replace(/[A-Za-z]+/g, (word) => {
    owed += word.length * LONGER_BY
    const more = Math.round(owed)
    owed -= more
    return lengthened(word, more).replace(/[A-Za-z]/g, (letter) => LETTERS.get(letter) ?? letter)
  })
}

function lengthened(word: string, more: number): string {
  const letters = [...word]
  const vowels = letters.flatMap((letter, index) => (/[aeiouy]/i.test(letter) ? [index] : []))
  const places = vowels.length > 0 ? vowels : [letters.length - 1]
  const added = places.map((place, turn) => {
    const times = Math.floor((more + places.length - 1 - turn) / places.length)
    return [place, (letters[place] ?? '').toLowerCase().repeat(times)] as const
  })
  for (const [place, again] of added) letters[place] = (letters[place] ?? '') + again
  return letters.join('')
}

/** A compiled message in the pseudo-language, in brackets; its arguments stay as they are. */
export function pseudoMessage(message: unknown): unknown {
  const [open, close] = BRACKETS
  if (typeof message === 'string') return `${open}${pseudoText(message)}${close}`
  return [open, ...nodes(message), close]
}

function nodes(message: unknown): unknown[] {
  return Array.isArray(message) ? message.map(pseudoNode) : [pseudoNode(message)]
}

/** An icu-minify node: a text, 0 for `#`, or an array that begins with a name; a number after it: an argument. */
function pseudoNode(node: unknown): unknown {
  if (typeof node === 'string') return pseudoText(node)
  if (!Array.isArray(node) || node.length === 1) return node
  const [name, kind, options, ...rest] = node
  if (typeof kind !== 'number' || kind === 0) return [name, ...node.slice(1).map(pseudoNode)]
  if (typeof options !== 'object' || options === null || kind > LAST_WITH_BRANCHES) return node
  const branches = Object.entries(options).map(([branch, inner]) => [branch, pseudoBranch(inner)])
  return [name, kind, Object.fromEntries(branches), ...rest]
}

/** A branch is a node, or an array of several. */
function pseudoBranch(branch: unknown): unknown {
  if (!Array.isArray(branch)) return pseudoNode(branch)
  return branch.map(pseudoNode)
}

/** Select, plural and ordinal are numbered up to here. */
const LAST_WITH_BRANCHES = 3

/** A compiled catalogue in the pseudo-language. */
export function pseudoCatalogue(catalogue: CompiledCatalogue): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => [
      key,
      typeof value === 'string' || Array.isArray(value) ? pseudoMessage(value) : pseudoCatalogue(value),
    ]),
  )
}

/**
 * Makes a page show the pseudo-language instead of English by answering requests for language chunks; the product
 * itself is unchanged. The context must block service workers.
 */
export async function showPseudoLanguage(page: Page): Promise<void> {
  const catalogue = pseudoCatalogue(compileCatalogue(readCatalogue('en', 'app')))
  await page.route(LANGUAGE_CHUNK, async (route) => {
    const [, namespace] = LANGUAGE_CHUNK.exec(new URL(route.request().url()).pathname) ?? []
    const body = namespace === undefined ? languageChunk(catalogue) : defaultOf(catalogue[namespace])
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}

function languageChunk(catalogue: Record<string, unknown>): string {
  const of = (wanted: boolean) => Object.entries(catalogue).filter(([name]) => isFirst(name) === wanted)
  const rest = of(false).map(([name, messages]) => {
    return `${name}: async () => ({ default: ${JSON.stringify(messages)} })`
  })
  return `export const first = ${JSON.stringify(Object.fromEntries(of(true)))}\nexport const rest = { ${rest.join(', ')} }`
}

function defaultOf(messages: unknown): string {
  return `export default ${JSON.stringify(messages)}`
}
