import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Language } from '@adtally/contract/enums.ts'
import { recentlyUsed } from '../../lib/recently-used.ts'

/** One file of a font: a subset of its characters, in every weight. */
export interface FontSlice {
  /** For example `noto-sans-sc-101`. */
  name: string
  has(code_point: number): boolean
}

/** A font package; its slices are searched in order. */
type Family =
  | 'noto-sans'
  | 'noto-sans-thai'
  | 'noto-sans-sc'
  | 'noto-sans-tc'
  | 'noto-sans-jp'
  | 'noto-sans-kr'

const CJK = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'] as const

/** The family that draws Han characters as each language writes them. */
const OWN: Partial<Record<Language, Family>> = {
  'zh-Hans': 'noto-sans-sc',
  'zh-Hant': 'noto-sans-tc',
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
}

function folderOf(family: Family): string {
  return fileURLToPath(new URL('.', import.meta.resolve(`@fontsource-variable/${family}/package.json`)))
}

/** Parses `U+41-5a,U+e9` into pairs of first and last code points. */
function rangesOf(text: string): (readonly [number, number])[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
}

const families = new Map<Family, readonly FontSlice[]>()
/** The path of each slice's file. */
const paths = new Map<string, string>()

function slicesOf(family: Family): readonly FontSlice[] {
  const known = families.get(family)
  if (known) return known
  const folder = folderOf(family)
  const listed: Record<string, string> = JSON.parse(readFileSync(`${folder}unicode.json`, 'utf8'))
  // The packages list the most common characters last.
  const slices = Object.entries(listed)
    .reverse()
    .map(([key, text]) => {
      const ranges = rangesOf(text)
      const name = `${family}-${key.replace(/[[\]]/g, '')}`
      paths.set(name, `${folder}files/${name}-wght-normal.woff2`)
      return {
        name,
        has: (code_point: number) =>
          ranges.some(([first, last]) => code_point >= first && code_point <= last),
      }
    })
  families.set(family, slices)
  return slices
}

const CHARACTERS_MAX = 20_000
const found = recentlyUsed<string, FontSlice | 'none'>(CHARACTERS_MAX)

/** The slice for a character in a text of `language`; null where no font has it. */
export function sliceFor(code_point: number, language: Language): FontSlice | null {
  const own = OWN[language]
  const key = `${own ?? ''}${code_point}`
  const known = found.get(key)
  if (known !== undefined) return known === 'none' ? null : known
  // A CJK text's own punctuation is as wide as its characters; Latin letters and digits are always Noto Sans.
  const order: Family[] = ['noto-sans', 'noto-sans-thai', ...(own ? [own] : []), ...CJK]
  const slice = order.flatMap(slicesOf).find((one) => one.has(code_point)) ?? null
  found.set(key, slice ?? 'none')
  return slice
}

/** The characters of a text that no font has, each once; they would become question marks. */
export function undrawable(text: string, language: Language): string[] {
  const letters = new Set(text.normalize('NFC').replaceAll(/[\n\t]/g, ''))
  return [...letters].filter((letter) => sliceFor(letter.codePointAt(0) ?? 0, language) === null)
}

const SLICES_KEPT_MAX = 48
const files = recentlyUsed<string, Promise<Uint8Array>>(SLICES_KEPT_MAX)

/** A slice's font file as OpenType with a weight axis; recently used ones are kept. */
export function readSlice(name: string): Promise<Uint8Array> {
  const reading = files.get(name) ?? unpack(name)
  files.set(name, reading)
  return reading
}

async function unpack(name: string): Promise<Uint8Array> {
  const path = paths.get(name)
  if (path === undefined) throw new Error(`There is no font called ${name}`)
  const { default: decompress } = await import('wawoff2/decompress.js')
  return Uint8Array.from(await decompress(await readFile(path)))
}
