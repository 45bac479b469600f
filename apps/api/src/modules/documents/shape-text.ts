import type { Language } from '@adtally/contract/enums.ts'
import { Blob, Face, Font, shape, Buffer as TextBuffer, Variation } from 'harfbuzzjs'
import { recentlyUsed } from '../../lib/recently-used.ts'
import { readSlice, sliceFor } from './font-slices.ts'

/** Font weights; each is a separate font in the file. */
export const WEIGHTS = { regular: 400, bold: 650 } as const
export type Weight = keyof typeof WEIGHTS

/** Units per em of every font here; shaped lengths use them. */
export const UNITS_PER_EM = 1000

/** Glyphs that together represent `text`. */
export interface Cluster {
  text: string
  glyphs: readonly { id: number; advance: number; x: number; y: number }[]
}

/** Consecutive clusters of one font. */
export interface ShapedRun {
  /** Slice and weight, which identify the font in the file. */
  slice: string
  weight: Weight
  clusters: readonly Cluster[]
}

/** Text as it will be drawn, from left to right. */
export interface ShapedText {
  runs: readonly ShapedRun[]
  /** In thousandths of the font size. */
  width: number
}

const FONTS_KEPT_MAX = 96
const fonts = recentlyUsed<string, Promise<Font>>(FONTS_KEPT_MAX)

/** A slice at a weight, scaled to `UNITS_PER_EM`; recently used ones are kept. */
export function fontOf(slice: string, weight: Weight): Promise<Font> {
  const key = `${slice} ${weight}`
  const opening = fonts.get(key) ?? openFont(slice, weight)
  fonts.set(key, opening)
  return opening
}

async function openFont(slice: string, weight: Weight): Promise<Font> {
  const font = new Font(new Face(new Blob(await readSlice(slice))))
  font.setScale(UNITS_PER_EM, UNITS_PER_EM)
  font.setVariations([new Variation('wght', WEIGHTS[weight])])
  // Opening a font takes milliseconds, so others get a turn between two.
  await new Promise(setImmediate)
  return font
}

const REPLACEMENT = '?'

/** `text` split where the font changes; characters that no font has become question marks. */
function splitByFont(text: string, language: Language): { slice: string; text: string; drawn: string }[] {
  const parts: { slice: string; text: string; drawn: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const code_point = letter.codePointAt(0) ?? 0
    const last = parts.at(-1)
    const own = sliceFor(code_point, language)
    const slice = own ?? sliceFor(63, language)
    if (!slice) throw new Error('no font has a question mark')
    const drawn = own ? letter : REPLACEMENT
    // Marks and spaces stay in the previous letters' font where it has them.
    if (last && last.slice === slice.name) {
      last.text += letter
      last.drawn += drawn
    } else parts.push({ slice: slice.name, text: letter, drawn })
  }
  return parts
}

const SHAPED_KEPT_MAX = 4_000
const shaped_before = recentlyUsed<string, Promise<ShapedText>>(SHAPED_KEPT_MAX)

/** Shapes one line of text with HarfBuzz; recent results are kept. */
export function shapeText(text: string, language: Language, weight: Weight): Promise<ShapedText> {
  const key = `${language} ${weight} ${text}`
  const known = shaped_before.get(key)
  if (known) return known
  const shaping = shapeAnew(text, language, weight)
  shaped_before.set(key, shaping)
  return shaping
}

async function shapeAnew(text: string, language: Language, weight: Weight): Promise<ShapedText> {
  const runs: ShapedRun[] = []
  for (const part of splitByFont(text, language)) {
    const font = await fontOf(part.slice, weight)
    runs.push({ slice: part.slice, weight, clusters: shapeRun(font, part.drawn, part.text, language) })
  }
  const width = runs
    .flatMap(({ clusters }) => clusters.flatMap(({ glyphs }) => glyphs))
    .reduce((sum, { advance }) => sum + advance, 0)
  return { runs, width }
}

function shapeRun(font: Font, drawn: string, text: string, language: Language): Cluster[] {
  const buffer = new TextBuffer()
  buffer.addText(drawn)
  buffer.setLanguage(language)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const clusters: { start: number; glyphs: { id: number; advance: number; x: number; y: number }[] }[] = []
  for (const [index, { codepoint, cluster }] of infos.entries()) {
    const position = positions[index]
    if (!position) throw new Error('HarfBuzz answered a glyph without a position')
    const glyph = { id: codepoint, advance: position.xAdvance, x: position.xOffset, y: position.yOffset }
    const last = clusters.at(-1)
    if (last?.start === cluster) last.glyphs.push(glyph)
    else clusters.push({ start: cluster, glyphs: [glyph] })
  }
  // A letter that no font has may be longer than its question mark; such a run keeps its text whole.
  const is_aligned = drawn.length === text.length
  return clusters.map(({ start, glyphs }, index) => ({
    text: is_aligned
      ? text.slice(start, clusters[index + 1]?.start)
      : drawn.slice(start, clusters[index + 1]?.start),
    glyphs,
  }))
}
