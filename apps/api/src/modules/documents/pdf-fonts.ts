import { readSlice } from './font-slices.ts'
import type { PdfFile } from './pdf-file.ts'
import { type Cluster, fontOf, type ShapedRun, UNITS_PER_EM, WEIGHTS, type Weight } from './shape-text.ts'
import { subsetFont } from './subset-font.ts'

interface UsedFont {
  /** Its name in a page's resources. */
  name: string
  slice: string
  weight: Weight
  number: number
  /** The text of each glyph drawn. */
  glyphs: Map<number, string>
}

const hex4 = (value: number) => value.toString(16).padStart(4, '0').toUpperCase()

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()
}

/** The fonts used in one file; each is embedded once, with only the glyphs drawn. */
export class PdfFonts {
  private readonly used = new Map<string, UsedFont>()
  private readonly file: PdfFile

  constructor(file: PdfFile) {
    this.file = file
  }

  use({ slice, weight }: Pick<ShapedRun, 'slice' | 'weight'>): UsedFont {
    const key = `${slice} ${weight}`
    const known = this.used.get(key)
    if (known) return known
    const font = {
      name: `F${this.used.size + 1}`,
      slice,
      weight,
      number: this.file.reserve(),
      glyphs: new Map<number, string>(),
    }
    this.used.set(key, font)
    return font
  }

  /**
   * Whether a cluster is one glyph that means the same text throughout this file, so that readers get it from the
   * font; other clusters need their text alongside.
   */
  tells(font: UsedFont, { text, glyphs }: Cluster): boolean {
    const [glyph] = glyphs
    if (glyphs.length !== 1 || !glyph) {
      for (const { id } of glyphs) if (!font.glyphs.has(id)) font.glyphs.set(id, '')
      return false
    }
    const known = font.glyphs.get(glyph.id)
    if (known === undefined || known === '') font.glyphs.set(glyph.id, text)
    return (font.glyphs.get(glyph.id) ?? text) === text
  }

  /** The page resources' font dictionary. */
  resources(): string {
    return [...this.used.values()].map(({ name, number }) => `/${name} ${number} 0 R`).join(' ')
  }

  async embed(): Promise<void> {
    for (const font of this.used.values()) {
      await this.embedOne(font)
      await new Promise(setImmediate)
    }
  }

  private async embedOne({ name, slice, weight, number, glyphs }: UsedFont): Promise<void> {
    const shaped = await fontOf(slice, weight)
    const ids = [...glyphs.keys()].sort((one, other) => one - other)
    const program = subsetFont(await readSlice(slice), ids, WEIGHTS[weight])
    // Six capitals before the name mark a font subset.
    const base = `${[...name.padStart(6, '0')].map((letter) => String.fromCharCode(65 + (letter.charCodeAt(0) % 26))).join('')}+${slice}-${weight}`
    const stream = this.file.writeStream(program, `/Length1 ${program.length}`)
    const { ascender, descender } = shaped.hExtents()
    const descriptor = this.file.write(
      `<< /Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [-1000 ${descender} 3000 ${ascender}] ` +
        `/ItalicAngle 0 /Ascent ${ascender} /Descent ${descender} /CapHeight 714 /StemV ${weight === 'bold' ? 140 : 80} /FontFile2 ${stream} 0 R >>`,
    )
    const widths = ids.map((id) => `${id} [${shaped.glyphHAdvance(id)}]`).join(' ')
    const descendant = this.file.write(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${base} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
        `/FontDescriptor ${descriptor} 0 R /DW ${UNITS_PER_EM} /W [${widths}] /CIDToGIDMap /Identity >>`,
    )
    const to_unicode = this.file.writeStream(toUnicode(glyphs))
    this.file.write(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${base} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${to_unicode} 0 R >>`,
      number,
    )
  }
}

const MAPPINGS_A_BLOCK_MAX = 100

function toUnicode(glyphs: ReadonlyMap<number, string>): string {
  const rows = [...glyphs]
    .filter(([, text]) => text !== '')
    .map(([id, text]) => `<${hex4(id)}> <${utf16(text)}>`)
  const blocks: string[] = []
  for (let from = 0; from < rows.length; from += MAPPINGS_A_BLOCK_MAX) {
    const block = rows.slice(from, from + MAPPINGS_A_BLOCK_MAX)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}
