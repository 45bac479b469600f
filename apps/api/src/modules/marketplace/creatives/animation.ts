import type { AssetMediaType } from '@adtally/contract/enums.ts'

/** What a picture's own blocks say of its frames. */
export interface Animation {
  frames: number
  /** How often they are played; 0: without an end. */
  plays: number
  /** Of all frames played once, as browsers play them. */
  once_ms: number
}

/** A frame of 10 ms or less is shown for 100 ms by every browser, so that a delay of 0 is no way around the limit. */
const HASTY_MS = 10
const HASTY_SHOWN_MS = 100
const STILL: Animation = { frames: 1, plays: 1, once_ms: 0 }

/** How long a picture moves in all, in milliseconds; 0 for a still one, infinite for one that never stops. */
export function shownMs({ frames, plays, once_ms }: Animation): number {
  if (frames < 2) return 0
  return plays === 0 ? Number.POSITIVE_INFINITY : plays * once_ms
}

/**
 * Counts a picture's frames by its blocks alone, without decoding a pixel; null where they are cut off or contradict each
 * other.
 */
export function animationOf(content: Buffer, media_type: AssetMediaType): Animation | null {
  try {
    if (media_type === 'image/gif') return animationOfGif(content)
    if (media_type === 'image/png') return animationOfPng(content)
    return media_type === 'image/webp' ? animationOfWebp(content) : STILL
  } catch (error) {
    // Blocks that reach beyond the file's end.
    if (error instanceof RangeError) return null
    throw error
  }
}

function shown(delay_ms: number): number {
  return delay_ms <= HASTY_MS ? HASTY_SHOWN_MS : delay_ms
}

const GIF = { screen: 10, blocks: 13, extension: 0x21, image: 0x2c, end: 0x3b } as const
const GIF_DELAY = 0xf9
const GIF_PROGRAM = 0xff
const GIF_REPEATS = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/** GIF89a; how often it repeats stands in an extension by Netscape, beyond the first time. */
function animationOfGif(content: Buffer): Animation | null {
  const found = { ...STILL, frames: 0 }
  let delay_ms = 0
  let at = GIF.blocks + coloursOf(content.readUInt8(GIF.screen))
  for (;;) {
    const kind = content.readUInt8(at)
    if (kind === GIF.end) return found.frames > 0 ? found : null
    if (kind === GIF.image) {
      found.frames += 1
      found.once_ms += shown(delay_ms)
      delay_ms = 0
      at = afterParts(content, at + 11 + coloursOf(content.readUInt8(at + 9)))
    } else if (kind === GIF.extension) {
      const label = content.readUInt8(at + 1)
      if (label === GIF_DELAY) delay_ms = content.readUInt16LE(at + 4) * 10
      if (label === GIF_PROGRAM && GIF_REPEATS.includes(content.toString('latin1', at + 3, at + 14))) {
        const repeats = content.readUInt16LE(at + 16)
        found.plays = repeats === 0 ? 0 : repeats + 1
      }
      at = afterParts(content, at + 2)
    } else return null
  }
}

/** Bytes of the table of colours that a GIF's flags announce. */
function coloursOf(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Where a GIF's parts, each of a length of its own, have ended by an empty one. */
function afterParts(content: Buffer, begin: number): number {
  let at = begin
  for (let length = content.readUInt8(at); length > 0; length = content.readUInt8(at)) at += length + 1
  return at + 1
}

const PNG_CHUNKS = 8

/** APNG (the third edition of PNG, acTL and fcTL); one that says another number of frames than it has is not believed at all. */
function animationOfPng(content: Buffer): Animation | null {
  let told: { frames: number; plays: number } | null = null
  let frames = 0
  let once_ms = 0
  let at = PNG_CHUNKS
  for (;;) {
    const length = content.readUInt32BE(at)
    const kind = content.toString('latin1', at + 4, at + 8)
    const data = at + 8
    // The checksum is part of the chunk.
    content.readUInt32BE(data + length)
    if (kind === 'acTL') told = { frames: content.readUInt32BE(data), plays: content.readUInt32BE(data + 4) }
    else if (kind === 'fcTL') {
      frames += 1
      const parts = content.readUInt16BE(data + 22) || 100
      once_ms += shown((content.readUInt16BE(data + 20) * 1_000) / parts)
    } else if (kind === 'IEND') break
    at = data + length + 4
  }
  if (told === null) return STILL
  return told.frames === frames && frames > 0 ? { frames, plays: told.plays, once_ms } : null
}

const WEBP_CHUNKS = 12

/** WebP's container: frames are `ANMF`, how often they are played is in `ANIM`. */
function animationOfWebp(content: Buffer): Animation | null {
  const end = 8 + content.readUInt32LE(4)
  if (content.toString('latin1', 0, 4) !== 'RIFF' || end > content.length) return null
  let plays: number | null = null
  let frames = 0
  let once_ms = 0
  let at = WEBP_CHUNKS
  while (at + 8 <= end) {
    const kind = content.toString('latin1', at, at + 4)
    const length = content.readUInt32LE(at + 4)
    const data = at + 8
    if (data + length > end) return null
    if (kind === 'ANIM') plays = content.readUInt16LE(data + 4)
    else if (kind === 'ANMF') {
      frames += 1
      once_ms += shown(content.readUIntLE(data + 12, 3))
    }
    at = data + length + (length % 2)
  }
  if (plays === null) return frames === 0 ? STILL : null
  return frames > 0 ? { frames, plays, once_ms } : null
}
