import { pdfText } from './pdf-file.ts'
import type { PdfFonts } from './pdf-fonts.ts'
import { fontOf, type ShapedText, UNITS_PER_EM } from './shape-text.ts'

const hex4 = (value: number) => value.toString(16).padStart(4, '0').toUpperCase()

/** A length in points, as page operators write it. */
export function short(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

/** The operators of one line; glyphs without kerning between them share a string. */
class LineWriter {
  private readonly operators: string[] = []
  private glyphs = ''
  /** Current position after the glyphs shown so far. */
  private standing = ''

  add(operator: string): void {
    this.flush()
    this.operators.push(operator)
  }

  show(glyph: number, x: number, y: number, width: number): void {
    const at = `${short(x)} ${short(y)}`
    if (at !== this.standing) this.add(`1 0 0 1 ${at} Tm`)
    this.glyphs += hex4(glyph)
    this.standing = `${short(x + width)} ${short(y)}`
  }

  finish(): string {
    this.flush()
    return ['BT', ...this.operators, 'ET'].join('\n')
  }

  private flush(): void {
    if (this.glyphs !== '') this.operators.push(`<${this.glyphs}> Tj`)
    this.glyphs = ''
  }
}

/** Page operators that draw a line of shaped text with its baseline from (`x`, `y`). */
export async function drawText(
  fonts: PdfFonts,
  text: ShapedText,
  at: { x: number; y: number; size: number },
): Promise<string> {
  const line = new LineWriter()
  const scale = at.size / UNITS_PER_EM
  let { x } = at
  for (const run of text.runs) {
    const font = fonts.use(run)
    const shaped = await fontOf(run.slice, run.weight)
    line.add(`/${font.name} ${short(at.size)} Tf`)
    for (const cluster of run.clusters) {
      const told = fonts.tells(font, cluster)
      if (!told) line.add(`/Span << /ActualText ${pdfText(cluster.text)} >> BDC`)
      for (const glyph of cluster.glyphs) {
        const width = shaped.glyphHAdvance(glyph.id) * scale
        line.show(glyph.id, x + glyph.x * scale, at.y + glyph.y * scale, width)
        x += glyph.advance * scale
      }
      if (!told) line.add('EMC')
    }
  }
  return line.finish()
}
