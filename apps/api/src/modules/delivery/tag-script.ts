import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Each before those that name it. */
const FILES = ['outbox', 'consent', 'drawing', 'asking', 'slot', 'tag'] as const

/** The tag as publishers' pages load it, and the same compressed. */
export interface TagScript {
  text: string
  br: Buffer
  gzip: Buffer
}

/** Makes one classic script of the sources in `packages/tag`, without a build. */
export function makeTagScript(): TagScript {
  const text = withShortNames(readableTagScript())
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  return { text, br: brotliCompressSync(text, { params: size }), gzip: gzipSync(text, { level: 9 }) }
}

/** The script with its names, as its tests read and change it; `begin`: what it does once it is there. */
export function readableTagScript(begin = 'startTag()'): string {
  return `{\n${FILES.map(partOf).join('')}${begin}\n}\n`
}

/** Private fields and constants by short names: nothing outside of their class, or of the script's block, can see them. */
function withShortNames(text: string): string {
  const fields = namesIn(text, /^(?:async )?#(\w+)/gm)
  const constants = namesIn(text, /^const ([A-Z][A-Z_]+) =/gm)
  const by_fields = fields.reduce(
    (shorter, name, index) => shorter.replaceAll(new RegExp(`#${name}\\b`, 'g'), `#a${index.toString(36)}`),
    text,
  )
  return constants.reduce(
    (shorter, name, index) => shorter.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `A${index.toString(36)}`),
    by_fields,
  )
}

function namesIn(text: string, declared: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(declared), ([, name = '']) => name))]
}

/** Which form of it a browser takes, by its `Accept-Encoding`. */
export function encodingFor(accepted: string | undefined): 'br' | 'gzip' | null {
  const taken = (accepted ?? '').split(',').flatMap((part) => {
    const [name = '', weight = ''] = part.split(';')
    return /^\s*q=0(\.0*)?\s*$/.test(weight) ? [] : [name.trim()]
  })
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : null
}

/** A source's code alone: its names are in one block with the others', so it neither imports nor exports. */
function partOf(name: string): string {
  const source = readFileSync(new URL(`../../../../../packages/tag/src/${name}.ts`, import.meta.url), 'utf8')
  return (
    withoutWarning(() => stripTypeScriptTypes(source))
      .replace(/^import [\s\S]*? from '.*'$/gm, '')
      .replace(/^export /gm, '')
      .replace(/^\s*\/\*\*[\s\S]*?\*\//gm, '')
      .replace(/^\s*\/\/.*$/gm, '')
      .replace(/[ \t]+/g, ' ')
      // What stood for a type.
      .replace(/ (?=[,)\n])/g, '')
      .replace(/^\s+/gm, '')
  )
}

/** Node strips the program's own types without a word, but warns of the same as a function. */
function withoutWarning(strip: () => string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return strip()
  } finally {
    process.emitWarning = emitWarning
  }
}
