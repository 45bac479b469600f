import type { AssetMediaType } from '@adtally/contract/enums.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { imageSizeOf, isOneColour } from '../../files/index.ts'
import { animationOf, shownMs } from './animation.ts'

/** What moves stops within 30 s, repetitions included, as exchanges and publishers ask of banners. */
const ANIMATION_MAX_MS = 30_000
/** A little more than 30 s at 30 frames a second. */
const FRAMES_MAX = 1_000

/** What a picture is, by its bytes. */
export interface PictureFacts {
  width: number
  height: number
  frames: number
  /** How long it moves in all, repetitions included; 0 for a still one. */
  animation_ms: number
  /** Whether nothing can be seen on it but one colour: told to who reviews it. */
  is_one_colour: boolean
}

/**
 * Reads a picture whole, after its size and frames were found to be within bounds. Throws `not_an_image` where any of it
 * can't be read, `image_pixels_too_many` (of all frames together), and `animation_too_long` for one of more than 30 s, that
 * never stops, or of more than a thousand frames.
 */
export async function pictureFactsOf(content: Buffer, media_type: AssetMediaType): Promise<PictureFacts> {
  const size = await imageSizeOf(content)
  const animation = animationOf(content, media_type)
  if (animation === null || !isOfItsCanvas(content, media_type, size))
    throw new Refusal('not_an_image', { field: 'file' })
  const { frames } = animation
  const animation_ms = Math.round(shownMs(animation))
  if (animation_ms > ANIMATION_MAX_MS || frames > FRAMES_MAX)
    throw new Refusal('animation_too_long', { field: 'file' })
  return { ...size, frames, animation_ms, is_one_colour: await isOneColour(content, frames) }
}

/** The decoder doesn't believe a GIF of a very large canvas and goes by its frames; browsers do believe it. */
function isOfItsCanvas(
  content: Buffer,
  media_type: AssetMediaType,
  { width, height }: { width: number; height: number },
): boolean {
  if (media_type !== 'image/gif') return true
  return content.readUInt16LE(6) === width && content.readUInt16LE(8) === height
}
