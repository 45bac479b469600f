import { fileTypeFromBuffer } from 'file-type'
import { Refusal } from '../../lib/refusal.ts'
import { Semaphore } from '../../lib/semaphore.ts'
import { decoderOf, isDecodable, PIXELS_MAX, SIDE_MAX } from './rules.ts'

/** An image re-encoded from the uploaded one's pixels. */
export interface EncodedImage {
  content: Buffer
  media_type: 'image/webp'
  width: number
  height: number
}

const QUALITY = 84
const DECODE_TIMEOUT_S = 10
/** Decoding takes memory and processor time, so uploads wait their turn. */
const AT_ONCE_MAX = 2
const WAITING_MAX = 64

const INPUT = { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true } as const

const semaphore = new Semaphore({ running_max: AT_ONCE_MAX, waiting_max: WAITING_MAX })

/**
 * Decodes an uploaded image and re-encodes its first frame, so that nothing else of the file is kept: no metadata, no
 * second format behind the first. Its type is read from its bytes and its size before any pixel is decoded; a longer
 * side above `side_max` pixels is scaled down to it. Throws `not_an_image`, `image_pixels_too_many`;
 * `too_many_requests` where too many are waiting.
 */
export async function encodeImage(upload: Buffer, side_max = SIDE_MAX): Promise<EncodedImage> {
  const decoder = await decoderFor(upload)
  return await semaphore.run(async () => {
    await measure(upload, decoder)
    const { default: sharp } = await import('sharp')
    try {
      const { data, info } = await sharp(upload, INPUT)
        .timeout({ seconds: DECODE_TIMEOUT_S })
        .autoOrient()
        .resize({ width: side_max, height: side_max, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true })
      return { content: data, media_type: 'image/webp', width: info.width, height: info.height }
    } catch {
      // The header promised a picture that the bytes do not hold.
      throw new Refusal('not_an_image', { field: 'file' })
    }
  })
}

/** The size an image is shown at, from its header. Throws `not_an_image`, `image_pixels_too_many`. */
export async function imageSizeOf(upload: Buffer): Promise<{ width: number; height: number }> {
  return await measure(upload, await decoderFor(upload))
}

/** Of 256: what a lossy picture of one colour may still differ by. */
const SAME_COLOUR_MAX = 4
const CHANNELS = 4

/**
 * Decodes every frame of an image of so many, and tells whether all that can be seen is one colour, or nothing; of an APNG
 * only the picture that it begins with is decoded. Throws `not_an_image` where one can't be decoded, or there is
 * another number, `image_pixels_too_many` for all of them together; `too_many_requests` where too many are waiting.
 */
export async function isOneColour(upload: Buffer, frames: number): Promise<boolean> {
  const decoder = await decoderFor(upload)
  return await semaphore.run(async () => {
    const { width, height } = await measure(upload, decoder)
    if (!isDecodable(width, height * frames)) throw new Refusal('image_pixels_too_many', { field: 'file' })
    const { default: sharp } = await import('sharp')
    const decoded = await sharp(upload, { ...INPUT, pages: decoder === 'png' || decoder === 'jpeg' ? 1 : -1 })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
      .catch(() => null)
    const pixels = width * height * (decoder === 'png' ? 1 : frames)
    if (decoded?.data.length !== pixels * CHANNELS) throw new Refusal('not_an_image', { field: 'file' })
    return hasOneColour(decoded.data)
  })
}

/** Stops at the first pixel that differs; of what can't be seen no colour matters. */
function hasOneColour(pixels: Buffer): boolean {
  const least = [255, 255, 255, 255]
  const most = [0, 0, 0, 0]
  for (let at = 0; at < pixels.length; at += CHANNELS) {
    const is_seen = pixels[at + 3] !== 0
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const value = is_seen ? (pixels[at + channel] ?? 0) : 0
      least[channel] = Math.min(least[channel] ?? 0, value)
      most[channel] = Math.max(most[channel] ?? 0, value)
      if ((most[channel] ?? 0) - (least[channel] ?? 0) > SAME_COLOUR_MAX) return false
    }
  }
  return true
}

async function decoderFor(upload: Buffer): Promise<string> {
  const decoder = decoderOf((await fileTypeFromBuffer(upload))?.mime)
  if (decoder === null) throw new Refusal('not_an_image', { field: 'file' })
  return decoder
}

async function measure(upload: Buffer, decoder: string): Promise<{ width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  const header = await sharp(upload, { ...INPUT, limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header?.format !== decoder) throw new Refusal('not_an_image', { field: 'file' })
  const { width, height } = header.autoOrient
  if (!isDecodable(width, height)) throw new Refusal('image_pixels_too_many', { field: 'file' })
  return { width, height }
}
