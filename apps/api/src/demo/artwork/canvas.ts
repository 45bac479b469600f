import { deflateSync } from 'node:zlib'

/** Red, green, blue, each 0 to 255. */
export type Colour = readonly [number, number, number]

/** `#rrggbb` as a colour. */
export function colour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** A picture drawn shape by shape with smooth edges; written as PNG. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly #pixels: Float32Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#pixels = new Float32Array(width * height * 3)
  }

  /** Fills everything from the upper edge's colour to the lower one's. */
  gradient(from: Colour, to: Colour): void {
    for (let y = 0; y < this.height; y += 1) {
      const row = mix(from, to, y / this.height)
      for (let x = 0; x < this.width; x += 1) {
        this.#blend(x, y, row, 1)
      }
    }
  }

  /** A disc. */
  disc(x: number, y: number, radius: number, fill: Colour, opacity = 1): void {
    this.#shape(
      [x - radius, y - radius, x + radius, y + radius],
      fill,
      opacity,
      (px, py) => Math.hypot(px - x, py - y) - radius,
    )
  }

  /** A ring. */
  ring(x: number, y: number, radius: number, thickness: number, fill: Colour, opacity = 1): void {
    const reach = radius + thickness
    this.#shape(
      [x - reach, y - reach, x + reach, y + reach],
      fill,
      opacity,
      (px, py) => Math.abs(Math.hypot(px - x, py - y) - radius) - thickness / 2,
    )
  }

  /** A rectangle with round corners. */
  box(x: number, y: number, width: number, height: number, radius: number, fill: Colour, opacity = 1): void {
    const [half_width, half_height] = [width / 2, height / 2]
    this.#shape([x, y, x + width, y + height], fill, opacity, (px, py) => {
      const dx = Math.max(Math.abs(px - x - half_width) - half_width + radius, 0)
      const dy = Math.max(Math.abs(py - y - half_height) - half_height + radius, 0)
      return Math.hypot(dx, dy) - radius
    })
  }

  /** A line with round ends and corners through points. */
  line(points: readonly (readonly [number, number])[], thickness: number, fill: Colour, opacity = 1): void {
    const xs = points.map(([x]) => x)
    const ys = points.map(([, y]) => y)
    const bounds: Bounds = [
      Math.min(...xs) - thickness,
      Math.min(...ys) - thickness,
      Math.max(...xs) + thickness,
      Math.max(...ys) + thickness,
    ]
    this.#shape(bounds, fill, opacity, (px, py) => {
      let nearest = Number.POSITIVE_INFINITY
      for (let index = 1; index < points.length; index += 1) {
        const [from, to] = [points[index - 1], points[index]]
        if (from && to) nearest = Math.min(nearest, distanceTo(px, py, from, to))
      }
      return nearest - thickness / 2
    })
  }

  /** The picture as a PNG file. */
  png(): Buffer {
    const bytes = Uint8Array.from(this.#pixels, Math.round)
    const row_bytes = this.width * 3
    const rows = Array.from({ length: this.height }, (_, y) =>
      filtered(
        bytes.subarray(y * row_bytes, (y + 1) * row_bytes),
        bytes.subarray(Math.max(0, y - 1) * row_bytes, y * row_bytes),
      ),
    )
    const header = Buffer.alloc(13)
    header.writeUInt32BE(this.width, 0)
    header.writeUInt32BE(this.height, 4)
    header.set([8, 2, 0, 0, 0], 8)
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }

  #shape(bounds: Bounds, fill: Colour, opacity: number, distance: (x: number, y: number) => number): void {
    const [left, top, right, bottom] = bounds
    for (let y = Math.max(0, Math.floor(top) - 1); y < Math.min(this.height, bottom + 1); y += 1) {
      for (let x = Math.max(0, Math.floor(left) - 1); x < Math.min(this.width, right + 1); x += 1) {
        const cover = 0.5 - distance(x + 0.5, y + 0.5)
        if (cover > 0) this.#blend(x, y, fill, Math.min(1, cover) * opacity)
      }
    }
  }

  #blend(x: number, y: number, over: Colour, opacity: number): void {
    const at = (y * this.width + x) * 3
    for (let channel = 0; channel < 3; channel += 1) {
      const under = this.#pixels[at + channel] ?? 0
      this.#pixels[at + channel] = under + ((over[channel] ?? 0) - under) * opacity
    }
  }
}

/** PNG's filters by their numbers (PNG §9): what is written instead of a byte, from its neighbours. */
const FILTERS: readonly ((left: number, above: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
]

/** A row as differences to what is beside or above it, by the filter that leaves least: runs of zeros pack best. */
function filtered(row: Uint8Array, above: Uint8Array): Buffer {
  const tries = FILTERS.map((predict, filter) => {
    const out = Buffer.alloc(row.length + 1)
    out[0] = filter
    let left_over = 0
    for (const [index, byte] of row.entries()) {
      const difference = (byte - predict(row[index - 3] ?? 0, above[index] ?? 0)) & 255
      out[index + 1] = difference
      left_over += Math.min(difference, 256 - difference)
    }
    return { out, left_over }
  })
  return tries.reduce((best, one) => (one.left_over < best.left_over ? one : best)).out
}

type Bounds = readonly [left: number, top: number, right: number, bottom: number]

function mix(from: Colour, to: Colour, share: number): Colour {
  return [0, 1, 2].map(
    (channel) => (from[channel] ?? 0) + ((to[channel] ?? 0) - (from[channel] ?? 0)) * share,
  ) as [number, number, number]
}

function distanceTo(
  x: number,
  y: number,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length))
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy)
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4)
  return framed
}
