import compile from 'icu-minify/compile'
import { nodesOf } from './untranslated.ts'

/** icu-minify's highest kind of node with branches. */
const ORDINAL = 3
/** The most words in an English sentence; VOICE aims at 20. */
const SENTENCE_WORDS = 25
const SENTENCE_END = /[.!?…]["”’)]*\s+/
/** Old-fashioned or bureaucratic words, and what one says at a counter instead. */
const STALE_WORDS: readonly (readonly [stale: string, plain: string])[] = [
  ['nobody', 'no one'],
  ['somebody', 'someone'],
  ['anybody', 'anyone'],
  ['everybody', 'everyone'],
  ['reckon(?:ed|s)?', 'work out'],
  ['lapse[ds]?', 'expire'],
  ['hand(?:ed)? in', 'send'],
  ['asked for', 'requested'],
  ['look(?:ed)? at', 'check, view or review'],
  ['at present', 'right now'],
  ['beforehand', 'in advance'],
  ['comes back|came back', 'is returned, was returned'],
  ['gives? back|given back', 'return'],
  ['of one’s own', 'own'],
  ['good (?:for|until)', 'valid for'],
  ['sign(?:ed|ing|s)?[ -](?:in|out)', 'log in, log out'],
  ['vouchers?', 'coupon'],
  ['bind|bound', 'add, added'],
  ['(?<!customer )service', 'customer service'],
  ['members of staff', 'our staff'],
  ['two people', 'two of our staff'],
  ['cannot', 'can’t'],
  ['if this was not', 'if this wasn’t'],
]
/** Texts that SPEC fixes (labels of two coupon kinds, two messages), and labels with room for only one word. */
const FIXED =
  /^app\.coupons\.kinds\.|\.(?:field_required|operated_id_current)$|^app\.(?:shell\.barService|titles\.customer\.title)$/
/** Contracts and statements are written without contractions. */
const FORMAL = /^(?:server\.documents|contract)\./

/** The texts that a message can become, one per path through its branches; an argument counts as one word. */
function variantsOf(message: string): string[] {
  return joined(nodesOf(compile(message)))
}

function joined(nodes: readonly unknown[]): string[] {
  return nodes.reduce<string[]>(
    (begun, node) => begun.flatMap((text) => variantsOfNode(node).map((next) => text + next)),
    [''],
  )
}

function variantsOfNode(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  if (!Array.isArray(node)) return ['1']
  const [, kind, options] = node
  if (typeof kind !== 'number' || kind === 0) return node.length === 1 ? ['1'] : joined(node.slice(1))
  if (kind > ORDINAL || typeof options !== 'object' || options === null) return ['1']
  return Object.values(options).flatMap((branch) => joined(nodesOf(branch)))
}

/** English texts with a sentence of more than 25 words on any path through their branches. */
export function longSentences(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([key, text]) => {
    const sentences = variantsOf(text).flatMap((variant) => variant.split(SENTENCE_END))
    const longest = Math.max(0, ...sentences.map(wordsIn))
    return longest > SENTENCE_WORDS ? [`${key}: a sentence of ${longest} words`] : []
  })
}

function wordsIn(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Texts with a straight apostrophe or quotation mark, apart from ICU's escapes. */
export function straightQuotes(texts: ReadonlyMap<string, string>): string[] {
  return [...texts]
    .filter(([, text]) => variantsOf(text).some((variant) => /['"]/.test(variant)))
    .map(([key]) => key)
}

/** English texts with words that VOICE replaced by plainer ones. */
export function staleWords(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([key, text]) => {
    if (FIXED.test(key)) return []
    // Without a quoted page title, and arguments.
    const said_by_us = text.replaceAll(/Service and account|\{\w+\}/g, '')
    return STALE_WORDS.filter(([stale]) => !(FORMAL.test(key) && stale === 'cannot')).flatMap(
      ([stale, plain]) =>
        [...said_by_us.matchAll(new RegExp(`(?<!\\p{L})(?:${stale})(?!\\p{L})`, 'giu'))].map(
          ([said]) => `${key}: «${said}» instead of «${plain}»`,
        ),
    )
  })
}
