import compile from 'icu-minify/compile'
import { type Catalogue, flatten } from '../catalogue.ts'

/** Names and terms that are the same in every language and don't count as words. */
const KEPT_TERMS = /\b(Adtally|FAQ|PDF|CSV|UTC|VIP|IBAN|JPEG|PNG|WebP|GIF)\b/g
/** English-only words, one of which suffices. */
const ENGLISH_WORD = /\b(of|the|your|and|with|from)\b/i
/** Three Latin words in a row. */
const ENGLISH_RUN = /[A-Za-z’'-]{2,}(?:[ ,]+[A-Za-z’'-]{2,}){2}/

/**
 * Untranslated messages: those equal to `en` with more than one word and, in languages with another script, those
 * equal with a single word or with three English words in a row.
 */
export function untranslated(language: string, reference: Catalogue, catalogue: Catalogue): string[] {
  const is_latin = new Intl.Locale(language).maximize().script === 'Latn'
  const translated = flatten(catalogue)
  return [...flatten(reference)].flatMap(([key, text]) => {
    const said = translated.get(key) ?? ''
    const literals = literalsIn(said).map((literal) => literal.replace(KEPT_TERMS, '·'))
    const words = literals.flatMap((literal) => literal.match(/\p{L}{2,}/gu) ?? [])
    const is_english = words.length >= (is_latin ? 2 : 1) || words.some((word) => ENGLISH_WORD.test(word))
    const is_left = !is_latin && literals.some((literal) => ENGLISH_RUN.test(literal))
    return (said === text && is_english) || is_left ? [`${key}: «${said}»`] : []
  })
}

/** A message's own texts, including those in branches and tags, without arguments. */
function literalsIn(message: string): string[] {
  const literals: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node === 'string') literals.push(node)
    if (!Array.isArray(node)) return
    const [, kind, options] = node
    const is_argument = typeof kind === 'number' && kind > 0
    const inner = is_argument ? Object.values(Object(options)).flatMap(nodesOf) : node.slice(1)
    for (const each of inner) visit(each)
  }
  for (const node of nodesOf(compile(message))) visit(node)
  return literals
}

/** The nodes of a compiled message or branch; a single text is not in an array. */
export function nodesOf(message: unknown): unknown[] {
  return Array.isArray(message) ? message : [message]
}
