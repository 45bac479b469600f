import { loadDrawing, type Place } from '../documents/index.ts'
import type { Sealer } from './sealer.ts'

/** What signing adds to a contract. */
export interface Signing {
  /** The previewed file, which the sealed one begins with byte for byte. */
  preview: Uint8Array
  preview_sha256: string
  place: Place
  /** The drawn signature, PNG. */
  signature: Uint8Array
  signed_at: Date
  /** The reason that PDF readers show. */
  reason: string
}

const LINE = 9

/** Places the signature and seals the file (PAdES, B-B), so that any later change of a byte shows. */
export async function sealContract(sealer: Sealer, signing: Signing): Promise<Uint8Array> {
  const [{ PDF }, { latinFont }] = await Promise.all([import('@libpdf/core'), loadDrawing()])
  const pdf = await PDF.load(signing.preview)
  const page = pdf.getPage(signing.place.page)
  if (!page) throw new Error('the contract has no page for its signature')
  const { x, y, width, height } = signing.place
  const image = pdf.embedPng(signing.signature)
  const scale = Math.min(width / image.width, (height - 4) / image.height, 1)
  page.drawImage(image, { x, y: y + 2, width: image.width * scale, height: image.height * scale })
  const font = pdf.embedFont(await latinFont())
  for (const [index, line] of [
    signing.signed_at.toISOString().replace(/\.\d+Z$/, 'Z'),
    'SHA-256',
    signing.preview_sha256.slice(0, 32),
    signing.preview_sha256.slice(32),
  ].entries()) {
    page.drawText(line, { x: x + width + 12, y: y + height - 12 - index * (LINE + 4), size: LINE, font })
  }
  const { bytes } = await pdf.sign({
    signer: sealer.signer,
    reason: signing.reason,
    signingTime: signing.signed_at,
    level: 'B-B',
    digestAlgorithm: 'SHA-256',
  })
  return bytes
}
