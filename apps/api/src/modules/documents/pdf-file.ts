import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** A PDF text string outside of pages: UTF-16 in hexadecimal, so that nothing in it can be syntax. */
export function pdfText(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/** `D:20261121063000Z`. */
function pdfDate(at: Date): string {
  return `(D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z)`
}

/**
 * The objects of one PDF file, numbered as reserved. The same objects make the same bytes: the file's identifier is a
 * hash of its content.
 */
export class PdfFile {
  private readonly objects: (Buffer | null)[] = []

  /** Reserves a number for an object written later. */
  reserve(): number {
    return this.objects.push(null)
  }

  /** Writes an object under its number or a new one; returns the number. */
  write(content: string, number = this.reserve()): number {
    this.objects[number - 1] = Buffer.from(content, 'latin1')
    return number
  }

  /** Writes a compressed stream; `entries` are its dictionary's entries besides length and filter. */
  writeStream(content: Uint8Array | string, entries = '', number = this.reserve()): number {
    const packed = deflateSync(content)
    const head = `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
    this.objects[number - 1] = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
    return number
  }

  /** Returns the file's bytes. Throws where a reserved object was never written. */
  finish(catalogue: number, about: { title: string; producer: string; created_at: Date }): Buffer {
    const info = this.write(
      `<< /Title ${pdfText(about.title)} /Producer ${pdfText(about.producer)} /CreationDate ${pdfDate(about.created_at)} >>`,
    )
    // Four bytes above 127 mark the file as binary.
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
    let length = parts[0]?.length ?? 0
    const offsets: number[] = []
    const add = (part: Buffer) => {
      parts.push(part)
      length += part.length
    }
    for (const [index, object] of this.objects.entries()) {
      if (!object) throw new Error(`PDF object ${index + 1} was reserved and never written`)
      offsets.push(length)
      add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]))
    }
    const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32)
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    add(
      Buffer.from(
        `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}` +
          `trailer\n<< /Size ${offsets.length + 1} /Root ${catalogue} 0 R /Info ${info} 0 R /ID [<${id}> <${id}>] >>\n` +
          `startxref\n${length}\n%%EOF\n`,
      ),
    )
    return Buffer.concat(parts)
  }
}
