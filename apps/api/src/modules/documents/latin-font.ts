import { readSlice, sliceFor } from './font-slices.ts'
import { WEIGHTS } from './shape-text.ts'
import { subsetFont } from './subset-font.ts'

const GLYPHS_MAX = 600

let making: Promise<Uint8Array> | null = null

/** Latin letters and digits as an OpenType font without axes, for additions to a finished file. */
export function latinFont(): Promise<Uint8Array> {
  making ??= make()
  return making
}

async function make(): Promise<Uint8Array> {
  const slice = sliceFor('A'.charCodeAt(0), 'en')
  if (!slice) throw new Error('no font has an A')
  const glyphs = Array.from({ length: GLYPHS_MAX }, (_, glyph) => glyph)
  return subsetFont(await readSlice(slice.name), glyphs, WEIGHTS.regular)
}
