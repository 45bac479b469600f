import compile from 'icu-minify/compile'
import { type Catalogue, flatten } from '../catalogue.ts'

/** An argument of a message: name, kind if it has one, and branches. */
interface Argument {
  name: string
  kind: string | null
  branches: string[]
}

/** The arguments of a message, including those in branches and tags; throws on a malformed message. */
function argumentsIn(message: string): Argument[] {
  const found: Argument[] = []
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return
    const [name, kind, ...rest] = node
    if (typeof name !== 'string') return
    if (typeof kind === 'number' && kind > 0) {
      const branches = kind <= ORDINAL ? rest[0] : undefined
      found.push({ name, kind: KINDS[kind] ?? `${kind}`, branches: namesOf(branches) })
      for (const branch of branchesOf(rest[0])) for (const inner of nodesOf(branch)) visit(inner)
    } else if (node.length === 1) found.push({ name, kind: null, branches: [] })
    else {
      found.push({ name: `<${name}>`, kind: null, branches: [] })
      for (const inner of node.slice(1)) visit(inner)
    }
  }
  for (const node of nodesOf(compile(message))) visit(node)
  return found
}

/** A message's ICU arguments with kinds, such as `count:plural`, sorted, without branches. Throws if malformed. */
export function argumentsOf(message: string): string[] {
  const names = argumentsIn(message).map(({ name, kind }) => (kind === null ? name : `${name}:${kind}`))
  return [...new Set(names)].sort()
}

/** Plurals that lack a branch for a CLDR category of the language, or have one that no number takes. */
export function pluralFaults(language: string, catalogue: Catalogue): string[] {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return [...flatten(catalogue)].flatMap(([key, text]) =>
    argumentsIn(text)
      .filter(({ kind }) => kind === 'plural')
      .flatMap(({ name, branches }) => {
        const present = branches.filter((branch) => !branch.startsWith('='))
        const missing = needed.filter((category) => !present.includes(category))
        const idle = present.filter((category) => !needed.some((each) => each === category))
        return [
          ...missing.map((category) => `${key}: {${name}} lacks «${category}»`),
          ...idle.map((category) => `${key}: {${name}} never takes «${category}»`),
        ]
      }),
  )
}

/** icu-minify's node types. */
const KINDS: Record<number, string> = {
  1: 'select',
  2: 'plural',
  3: 'ordinal',
  4: 'number',
  5: 'date',
  6: 'time',
}
const ORDINAL = 3

function namesOf(options: unknown): string[] {
  return typeof options === 'object' && options !== null ? Object.keys(options) : []
}

function branchesOf(options: unknown): unknown[] {
  return typeof options === 'object' && options !== null ? Object.values(options) : []
}

function nodesOf(message: unknown): unknown[] {
  return Array.isArray(message) ? message : []
}

/** What is wrong with a language's catalogue compared with that of `en`, one line per fault. */
export function catalogueFaults(reference: Catalogue, catalogue: Catalogue): string[] {
  const expected = flatten(reference)
  const present = flatten(catalogue)
  const faults: string[] = []
  for (const [key, text] of expected) {
    const translated = present.get(key)
    if (translated === undefined) faults.push(`${key}: missing`)
    else if (translated.trim() === '' && text.trim() !== '') faults.push(`${key}: empty`)
    else if (argumentsOf(translated).join() !== argumentsOf(text).join()) {
      faults.push(`${key}: arguments [${argumentsOf(translated)}] instead of [${argumentsOf(text)}]`)
    }
  }
  for (const key of present.keys()) if (!expected.has(key)) faults.push(`${key}: not in en`)
  return faults
}

const QUOTED = /'([\w.]+)'|"([\w.]+)"/g
const TEMPLATE = /`([\w.]+\.)\$\{[^{}]+\}([\w.]*)`/g
const NAMESPACE = /useMessages\('([\w.]*)'|AppMessages\['(\w+)'\]/g

/** A template's fixed parts; a key fills one name between them. */
interface Template {
  beginning: string
  end: string
}

/** What a source names: quoted texts, templates of keys, and the namespaces that it reads. */
function namedIn(source: string): { quoted: Set<string>; templates: Template[]; namespaces: string[] } {
  const all = (pattern: RegExp) =>
    [...source.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '')
  return {
    quoted: new Set(all(QUOTED)),
    templates: [...source.matchAll(TEMPLATE)].map(([, beginning = '', end = '']) => ({ beginning, end })),
    namespaces: ['', ...all(NAMESPACE)],
  }
}

function fills(key: string, { beginning, end }: Template): boolean {
  if (!key.startsWith(beginning) || !key.endsWith(end)) return false
  return /^\w+$/.test(key.slice(beginning.length, key.length - end.length))
}

/**
 * Keys that no source names. A source names a key if it has the key in quotes, whole or without a namespace that it
 * reads, or as a template with one part filled in (`certainty.${kind}`, `acts.${act}.done`).
 */
export function unusedKeys(catalogue: Catalogue, sources: Iterable<string>): string[] {
  const named = [...sources].map(namedIn)
  return [...flatten(catalogue).keys()].filter(
    (key) =>
      !named.some(({ quoted, templates, namespaces }) =>
        namespaces.some((namespace) => {
          if (namespace !== '' && !key.startsWith(`${namespace}.`)) return false
          const rest = namespace === '' ? key : key.slice(namespace.length + 1)
          return quoted.has(rest) || templates.some((template) => fills(rest, template))
        }),
      ),
  )
}

/** A glossary: for each term of the product the word to use, and the words to avoid. */
export interface Glossary {
  [term: string]: { use: string; not: string[] }
}

/** Scripts that put no spaces between words, or attach particles to them. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Whether a text contains the word; in scripts with spaces as a whole word, so that "better" has no "bet". */
function says(text: string, word: string): boolean {
  if (SPACELESS.test(word)) return text.includes(word)
  const letters = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!\\p{L})${letters}(?!\\p{L})`, 'iu').test(text)
}

const ARGUMENT_NAME = /\{\w+(?=[,}])/g

/** Messages that use a word the glossary replaced. */
export function glossaryFaults(catalogue: Catalogue, glossary: Glossary): string[] {
  const refused = Object.values(glossary).flatMap(({ use, not }) => not.map((word) => ({ word, use })))
  return [...flatten(catalogue)].flatMap(([key, text]) =>
    refused
      .filter(({ word }) => says(text.replace(ARGUMENT_NAME, ' '), word))
      .map(({ word, use }) => `${key}: «${word}» instead of «${use}»`),
  )
}
