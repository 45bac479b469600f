import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'
import { tokenHash } from './begin-upload.ts'
import { keepUpload, takeUpload } from './repository.ts'

const PNG_MAGIC = Buffer.from('89504e470d0a1a0a', 'hex')
const PIXELS_MAX = 16_000_000
const WIDTH_MAX = 1200
const DECODE_TIMEOUT_S = 5
/** Below this share of opaque pixels, nothing was drawn. */
const INK_MIN = 0.0005

/**
 * Takes the drawn signature: one request per address, of exactly the announced size, re-encoded from its pixels.
 * Throws `upload_not_found`, `upload_differs`, `not_an_image`, `image_pixels_too_many`, `signature_empty`.
 */
export async function receiveUpload(services: Services, token: string, content: Buffer): Promise<void> {
  const { database } = services
  const upload = await database.transaction({ kind: 'system' }, (tx) => takeUpload(tx, tokenHash(token)))
  if (!upload) throw new Refusal('upload_not_found')
  if (content.length !== upload.bytes) throw new Refusal('upload_differs')
  const signature = await encodeSignature(content)
  await database.transaction({ kind: 'system' }, (tx) => keepUpload(tx, upload.upload_id, signature))
}

/** A signature's ink on transparent ground, trimmed, as PNG. Throws as `receiveUpload`. */
export async function encodeSignature(upload: Buffer): Promise<Buffer> {
  if (!upload.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) throw new Refusal('not_an_image')
  const { default: sharp } = await import('sharp')
  const header = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header?.format !== 'png') throw new Refusal('not_an_image')
  if (header.width * header.height > PIXELS_MAX) throw new Refusal('image_pixels_too_many')
  const picture = await sharp(upload, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .resize({ width: WIDTH_MAX, height: WIDTH_MAX, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  // The header promised a picture that the bytes do not hold.
  if (!picture) throw new Refusal('not_an_image')
  const { width, height } = picture.info
  const ink = inkOf(picture.data)
  if (inkShare(ink) < INK_MIN) throw new Refusal('signature_empty')
  return await sharp(ink, { raw: { width, height, channels: 4 } })
    .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Dark opaque pixels become black ink, so that signatures on white and on transparent ground look the same. */
function inkOf(pixels: Buffer): Buffer {
  const ink = Buffer.alloc(pixels.length)
  for (let at = 0; at < pixels.length; at += 4) {
    const light = ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3
    ink[at + 3] = Math.round(((pixels[at + 3] ?? 0) * (255 - light)) / 255)
  }
  return ink
}

function inkShare(ink: Buffer): number {
  let opaque = 0
  for (let at = 3; at < ink.length; at += 4) if ((ink[at] ?? 0) > 127) opaque += 1
  return opaque / (ink.length / 4)
}
