import type { Language } from '@adtally/contract/enums.ts'
import { breakLines } from './break-lines.ts'
import { drawText, short } from './draw-text.ts'
import { PdfFile, pdfText } from './pdf-file.ts'
import { PdfFonts } from './pdf-fonts.ts'
import { type ShapedText, shapeText, UNITS_PER_EM, type Weight } from './shape-text.ts'

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56 } as const
const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin
const FOOTER_HEIGHT = 28
const LINE_HEIGHT = 1.5

/** A document's properties besides its content. */
export interface DocumentSettings {
  language: Language
  title: string
  created_at: Date
  /** The program's name, as the file's producer. */
  producer: string
  /** Printed at the top of every page: sandbox marks every PDF (PRODUCT §2.9). Null in live. */
  mark: string | null
  /** The text at the foot of page `page` of `pages`. */
  footer(page: number, pages: number): string
}

export interface TextStyle {
  size?: number
  weight?: Weight
  /** Points of space above. */
  above?: number
  /** Points from the left margin. */
  indent?: number
  /** Keeps the text whole on a page, with 40 points below it for what follows. */
  keep_with_next?: boolean
}

/** A column of a table: its width as a share of the page's. */
export interface Column {
  share: number
  align?: 'start' | 'end'
}

/** A position on a finished document. */
export interface Place {
  /** Counted from 0. */
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** An A4 document in one language, written from top to bottom, with automatic page breaks. */
export class PdfDocument {
  private readonly settings: DocumentSettings
  private readonly file = new PdfFile()
  private readonly fonts = new PdfFonts(this.file)
  private readonly pages: string[][] = []
  private y = 0

  constructor(settings: DocumentSettings) {
    this.settings = settings
    this.addPage()
  }

  async text(text: string, style: TextStyle = {}): Promise<void> {
    const { size = 10, weight = 'regular', above = 6, indent = 0, keep_with_next = false } = style
    const { language } = this.settings
    const lines = await breakLines(text, { language, weight, size, width: CONTENT_WIDTH - indent })
    const height = size * LINE_HEIGHT
    this.y -= above
    this.need(keep_with_next ? lines.length * height + 40 : Math.min(lines.length, 2) * height)
    for (const line of lines) {
      this.need(height)
      this.y -= height
      await this.draw(line, PAGE.margin + indent, this.y + size * 0.35, size)
    }
  }

  /** A table row; cells too long for their column wrap. */
  async row(
    cells: readonly string[],
    columns: readonly Column[],
    style: { size?: number; weight?: Weight; ruled?: boolean } = {},
  ): Promise<void> {
    const { size = 8, weight = 'regular', ruled = true } = style
    const { language } = this.settings
    const gap = 8
    const broken = await Promise.all(
      columns.map(({ share }, index) =>
        breakLines(cells[index] ?? '', { language, weight, size, width: share * CONTENT_WIDTH - gap }),
      ),
    )
    const height = size * 1.4
    const whole = Math.max(...broken.map(({ length }) => length)) * height + 5
    this.need(whole)
    let x = PAGE.margin
    for (const [index, { share, align = 'start' }] of columns.entries()) {
      const width = share * CONTENT_WIDTH
      for (const [position, line] of (broken[index] ?? []).entries()) {
        const left = align === 'end' ? x + width - (line.width / UNITS_PER_EM) * size : x
        await this.draw(line, left, this.y - (position + 1) * height + size * 0.3, size)
      }
      x += width
    }
    this.y -= whole
    if (ruled) this.rule(this.y + 1.5)
  }

  /** A signature box: empty space with a line, kept on one page with the caption below. */
  async box(caption: string, size: { width: number; height: number }): Promise<Place> {
    this.need(size.height + 30)
    this.y -= size.height + 10
    const place = { page: this.pages.length - 1, x: PAGE.margin, y: this.y, ...size }
    this.rule(this.y, size.width)
    await this.text(caption, { size: 8, above: 0 })
    return place
  }

  /** Starts a new page where less than `height` points are left; returns whether it did. */
  need(height: number): boolean {
    if (this.y - height >= PAGE.margin + FOOTER_HEIGHT) return false
    this.addPage()
    return true
  }

  /** Returns the file; nothing can be written afterwards. */
  async finish(): Promise<{ content: Buffer; pages: number }> {
    const { settings, file } = this
    for (const [index, operators] of this.pages.entries()) await this.finishPage(operators, index)
    const tree = file.reserve()
    const resources = file.reserve()
    const pages = this.pages.map((operators) => {
      const content = file.writeStream(operators.join('\n'))
      return file.write(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources ${resources} 0 R /Contents ${content} 0 R >>`,
      )
    })
    await this.fonts.embed()
    file.write(`<< /Font << ${this.fonts.resources()} >> >>`, resources)
    const kids = pages.map((number) => `${number} 0 R`).join(' ')
    file.write(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`, tree)
    const catalogue = file.write(
      `<< /Type /Catalog /Pages ${tree} 0 R /Lang ${pdfText(settings.language)} /ViewerPreferences << /DisplayDocTitle true >> >>`,
    )
    return { content: file.finish(catalogue, settings), pages: pages.length }
  }

  private async finishPage(operators: string[], index: number): Promise<void> {
    const { language, mark, footer } = this.settings
    const size = 8
    if (mark !== null) {
      const line = await shapeText(mark, language, 'bold')
      const x = (PAGE.width - (line.width / UNITS_PER_EM) * size) / 2
      operators.push(
        '0.54 0.35 0 rg',
        await drawText(this.fonts, line, { x, y: PAGE.height - 34, size }),
        '0 g',
      )
    }
    const line = await shapeText(footer(index + 1, this.pages.length), language, 'regular')
    operators.push(
      '0.35 0.39 0.45 rg',
      await drawText(this.fonts, line, { x: PAGE.margin, y: PAGE.margin - 12, size }),
      '0 g',
    )
  }

  private addPage(): void {
    this.pages.push([])
    this.y = PAGE.height - PAGE.margin
  }

  private async draw(line: ShapedText, x: number, y: number, size: number): Promise<void> {
    this.pages.at(-1)?.push(await drawText(this.fonts, line, { x, y, size }))
  }

  private rule(y: number, width: number = CONTENT_WIDTH): void {
    const [from, to] = [short(PAGE.margin), short(PAGE.margin + width)]
    this.pages.at(-1)?.push(`0.85 G 0.5 w ${from} ${short(y)} m ${to} ${short(y)} l S`)
  }
}
