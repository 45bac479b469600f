import type { Language } from '@adtally/contract/enums.ts'
import { type ShapedText, shapeText, UNITS_PER_EM, type Weight } from './shape-text.ts'

/** Characters that may not begin a line, and those that may not end one. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{Mn}\p{Mc}ー々〻ぁぃぅぇぉっゃゅょァィゥェォッャュョ%]/u
const NOT_LAST = /[\p{Ps}\p{Pi}¿¡]$/u
/** Scripts without spaces between words, or that may break anywhere. */
const BREAKS_INSIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterOf(language: Language): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const made = new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, made)
  return made
}

/** The pieces between which a text's lines may break; a piece's final space is dropped at a line's end. */
export function breakable(text: string, language: Language): string[] {
  const pieces: string[] = []
  for (const { segment } of segmenterOf(language).segment(text)) {
    const last = pieces.at(-1)
    const may_break =
      last !== undefined &&
      !NOT_LAST.test(last) &&
      !NOT_FIRST.test(segment) &&
      (/[ \u3000-]$/.test(last) ||
        (BREAKS_INSIDE.test(last.at(-1) ?? '') && !/^\s/.test(segment)) ||
        (BREAKS_INSIDE.test(segment) && !/^\s/.test(segment)))
    if (last === undefined || may_break) pieces.push(segment)
    else pieces[pieces.length - 1] = last + segment
  }
  return pieces
}

/** `text` in lines of at most `width` at `size`, each shaped as drawn. A word wider than a line is cut. */
export async function breakLines(
  text: string,
  style: { language: Language; weight: Weight; size: number; width: number },
): Promise<ShapedText[]> {
  const { language, weight, size } = style
  const limit = (style.width / size) * UNITS_PER_EM
  const fits = async (line: string) => (await shapeText(line.trimEnd(), language, weight)).width <= limit
  const lines: string[] = []
  let line = ''
  for (const piece of breakable(text, language)) {
    if (await fits(line + piece)) {
      line += piece
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of piece) {
      if (line !== '' && !(await fits(line + letter))) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line)
  return await Promise.all(lines.map((one) => shapeText(one.trimEnd(), language, weight)))
}
