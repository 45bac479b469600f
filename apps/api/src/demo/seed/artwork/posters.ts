import { Canvas, type Colour, colour } from './canvas.ts'
import { widthOf, write } from './lettering.ts'

export const MOTIFS = ['tide', 'bars', 'cup', 'skyline'] as const
export type Motif = (typeof MOTIFS)[number]

/** What a product's pictures have in common. */
export interface Poster {
  motif: Motif
  /** Background from top to bottom, then the motif's two accents. */
  palette: readonly [string, string, string, string]
  title: string
  line: string
  action: string
}

const PAPER = colour('#ffffff')

/** Draws a product's picture: motif, title, one line, call to action. The same input always gives the same bytes. */
export async function drawPoster(poster: Poster, width: number, height: number): Promise<Buffer> {
  const canvas = new Canvas(width, height)
  const [from, to, bright, deep] = poster.palette.map(colour)
  if (!from || !to || !bright || !deep) throw new RangeError('a palette has four colours')
  canvas.gradient(from, to)
  const is_wide = width > height * 2
  const stage = is_wide
    ? { x: width - height * 1.05, y: 0, size: height }
    : { x: width - height * 0.66, y: height * 0.37, size: height * 0.58 }
  DRAWERS[poster.motif](canvas, stage, bright, deep)
  letter(canvas, poster, is_wide, bright, deep)
  return await canvas.png()
}

function letter(canvas: Canvas, poster: Poster, is_wide: boolean, bright: Colour, deep: Colour): void {
  const { width, height } = canvas
  const margin = height * (is_wide ? 0.16 : 0.08)
  const room = is_wide ? width - height * 1.25 - margin : width - 2 * margin
  const title_height = fitted(poster.title, height * (is_wide ? 0.26 : 0.115), room)
  // Leaves room for the mark in the corner of every advertisement.
  const title_y = is_wide ? margin : margin * 1.5
  write(canvas, poster.title, { x: margin, y: title_y, height: title_height, weight: 0.17 }, PAPER)
  const line_height = fitted(poster.line, title_height * 0.46, room)
  const line_y = title_y + title_height * 1.42
  write(canvas, poster.line, { x: margin, y: line_y, height: line_height, weight: 0.13 }, PAPER)
  if (poster.action === '') return
  const action_height = height * (is_wide ? 0.105 : 0.042)
  const action_width = widthOf(poster.action, action_height)
  const pill = { x: margin, y: height - margin - action_height * 2.4, height: action_height * 2.4 }
  if (is_wide) pill.y = Math.max(pill.y, line_y + line_height * 1.6)
  canvas.box(pill.x, pill.y, action_width + action_height * 2.6, pill.height, pill.height / 2, bright)
  const place = {
    x: pill.x + action_height * 1.3,
    y: pill.y + action_height * 0.7,
    height: action_height,
    weight: 0.17,
  }
  write(canvas, poster.action, place, deep)
}

function fitted(text: string, height: number, room: number): number {
  return Math.min(height, (height * room) / widthOf(text, height))
}

interface Stage {
  x: number
  y: number
  size: number
}

const DRAWERS: Record<Motif, (canvas: Canvas, stage: Stage, bright: Colour, deep: Colour) => void> = {
  tide(canvas, { x, y, size }, bright, deep) {
    canvas.disc(x + size * 0.62, y + size * 0.38, size * 0.2, bright)
    for (let wave = 0; wave < 4; wave += 1) {
      const base = y + size * (0.58 + wave * 0.13)
      const points = Array.from({ length: 25 }, (_, index): [number, number] => [
        x - size * 0.25 + (size * 1.5 * index) / 24,
        base + Math.sin(index * 0.9 + wave * 1.7) * size * 0.03,
      ])
      canvas.line(points, size * 0.055, wave % 2 === 0 ? deep : bright, 0.9 - wave * 0.12)
    }
  },
  bars(canvas, { x, y, size }, bright, deep) {
    canvas.box(x + size * 0.2, y + size * 0.08, size * 0.62, size * 0.88, size * 0.09, deep)
    canvas.box(x + size * 0.25, y + size * 0.16, size * 0.52, size * 0.72, size * 0.04, PAPER)
    const heights = [0.22, 0.34, 0.28, 0.46]
    for (const [index, share] of heights.entries()) {
      const left = x + size * (0.31 + index * 0.11)
      canvas.box(
        left,
        y + size * (0.8 - share),
        size * 0.075,
        size * share,
        size * 0.02,
        index === 3 ? bright : deep,
        index === 3 ? 1 : 0.35,
      )
    }
    canvas.line(
      [
        [x + size * 0.31, y + size * 0.24],
        [x + size * 0.56, y + size * 0.24],
      ],
      size * 0.03,
      deep,
    )
  },
  cup(canvas, { x, y, size }, bright, deep) {
    canvas.ring(x + size * 0.76, y + size * 0.56, size * 0.12, size * 0.06, PAPER)
    canvas.box(x + size * 0.24, y + size * 0.38, size * 0.5, size * 0.44, size * 0.16, PAPER)
    canvas.box(x + size * 0.24, y + size * 0.38, size * 0.5, size * 0.12, size * 0.06, deep)
    canvas.box(x + size * 0.16, y + size * 0.86, size * 0.68, size * 0.05, size * 0.025, bright)
    for (const [index, drift] of [0.36, 0.49, 0.62].entries()) {
      const points = Array.from({ length: 9 }, (_, step): [number, number] => [
        x + size * (drift + Math.sin(step * 0.9 + index) * 0.02),
        y + size * (0.3 - step * 0.028),
      ])
      canvas.line(points, size * 0.028, bright, 0.85)
    }
  },
  skyline(canvas, { x, y, size }, bright, deep) {
    canvas.disc(x + size * 0.7, y + size * 0.3, size * 0.16, bright)
    const towers = [0.42, 0.6, 0.36, 0.74, 0.5, 0.64]
    for (const [index, share] of towers.entries()) {
      const left = x + size * (0.02 + index * 0.165)
      canvas.box(left, y + size * (0.98 - share), size * 0.14, size * share, size * 0.015, deep, 0.95)
      for (let window = 0; window < Math.floor(share * 9); window += 1) {
        const lit = (index * 3 + window * 5) % 4 !== 0
        const top = y + size * (1.01 - share + window * 0.1)
        if (lit && top < y + size * 0.94)
          canvas.box(left + size * 0.035, top, size * 0.07, size * 0.03, size * 0.006, bright, 0.75)
      }
    }
  },
}
