import sharp from 'sharp'

/** Red, green, blue, each 0 to 255. */
export type Colour = readonly [number, number, number]

/** Parses `#rrggbb`. */
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

  /** Fills the canvas with a vertical gradient. */
  gradient(from: Colour, to: Colour): void {
    for (let y = 0; y < this.height; y += 1) {
      const row = mix(from, to, y / this.height)
      for (let x = 0; x < this.width; x += 1) {
        this.#blend(x, y, row, 1)
      }
    }
  }

  disc(x: number, y: number, radius: number, fill: Colour, opacity = 1): void {
    this.#shape(
      [x - radius, y - radius, x + radius, y + radius],
      fill,
      opacity,
      (px, py) => length(px - x, py - y) - radius,
    )
  }

  ring(x: number, y: number, radius: number, thickness: number, fill: Colour, opacity = 1): void {
    const reach = radius + thickness
    this.#shape(
      [x - reach, y - reach, x + reach, y + reach],
      fill,
      opacity,
      (px, py) => Math.abs(length(px - x, py - y) - radius) - thickness / 2,
    )
  }

  box(x: number, y: number, width: number, height: number, radius: number, fill: Colour, opacity = 1): void {
    const [half_width, half_height] = [width / 2, height / 2]
    this.#shape([x, y, x + width, y + height], fill, opacity, (px, py) => {
      const dx = Math.max(Math.abs(px - x - half_width) - half_width + radius, 0)
      const dy = Math.max(Math.abs(py - y - half_height) - half_height + radius, 0)
      return length(dx, dy) - radius
    })
  }

  /** Draws a line through points, with round ends and corners. */
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
  async png(): Promise<Buffer> {
    const { width, height } = this
    const raw = { width, height, channels: 3 } as const
    return await sharp(new Uint8ClampedArray(this.#pixels), { raw }).png({ compressionLevel: 9 }).toBuffer()
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
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square))
  return length(x - x1 - share * dx, y - y1 - share * dy)
}

/** Like `Math.hypot`, which is many times slower; this runs for every pixel. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}
