import { crc32 } from 'node:zlib'

interface Frames {
  width?: number
  height?: number
  frames: number
  delay_ms: number
  /** How often it is played; 0: without an end. */
  plays: number
}

const u16 = (value: number) => Buffer.from([value & 255, value >> 8])
/** A single pixel of the first colour, as LZW has it. */
const ONE_PIXEL = Buffer.from([0x02, 0x02, 0x44, 0x01, 0x00])

/** A GIF of so many frames, each of which draws one pixel of it. */
export function aGif({ width = 20, height = 10, frames, delay_ms, plays }: Frames): Buffer {
  const repeats = Buffer.concat([
    Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01', 'latin1'),
    u16(Math.max(0, plays - 1)),
    Buffer.alloc(1),
  ])
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0]),
    u16(delay_ms / 10),
    Buffer.from([0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0]),
    ONE_PIXEL,
  ])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    u16(width),
    u16(height),
    // Two colours, blue and red.
    Buffer.from([0x80, 0, 0, 0, 0, 255, 255, 0, 0]),
    ...(plays === 1 ? [] : [repeats]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ])
}

/** A chunk of a PNG with its checksum. */
export function pngChunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  return Buffer.concat([u32(data.length), named, u32(crc32(named))])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const PNG_HEADER_END = 33

/** A still PNG made an animated one, which says it has `told` frames. */
export function anApng(
  png: Buffer,
  { frames, delay_ms, plays, told = frames }: Frames & { told?: number },
): Buffer {
  const control = (order: number) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(order)
    png.copy(data, 4, 16, 24)
    data.writeUInt16BE(delay_ms, 20)
    data.writeUInt16BE(1_000, 22)
    return pngChunk('fcTL', data)
  }
  const parts = chunksOf(png)
  const pixels = Buffer.concat(parts.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data))
  const more = Array.from({ length: frames - 1 }, (_none, index) => [
    control(index * 2 + 1),
    pngChunk('fdAT', Buffer.concat([u32(index * 2 + 2), pixels])),
  ])
  return Buffer.concat([
    png.subarray(0, PNG_HEADER_END),
    pngChunk('acTL', Buffer.concat([u32(told), u32(plays)])),
    control(0),
    pngChunk('IDAT', pixels),
    ...more.flat(),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG whose header claims another size than its pixels have. */
export function ofClaimedSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.concat([u32(width), u32(height), png.subarray(24, 29)])
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(PNG_HEADER_END)])
}

function chunksOf(png: Buffer): { kind: string; data: Buffer }[] {
  const found = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    found.push({
      kind: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    })
    at += length + 12
  }
  return found
}
