import type { Canvas, Colour } from './canvas.ts'

/** Capitals and digits as strokes on a grid four wide and six high; strokes are separated by `;`. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '0,6 2,0 4,6;.8,4 3.2,4',
  B: '0,0 0,6 3,6 4,5 4,4 3,3 0,3;0,0 3,0 3.8,.8 3.8,2.2 3,3',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: '0,0 0,6 2.6,6 4,4.6 4,1.4 2.6,0 0,0',
  E: '4,0 0,0 0,6 4,6;0,3 3,3',
  F: '4,0 0,0 0,6;0,3 3,3',
  G: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3.2 2.4,3.2',
  H: '0,0 0,6;4,0 4,6;0,3 4,3',
  I: '.5,0 .5,6',
  J: '3.4,0 3.4,5 2.4,6 1,6 0,5',
  K: '0,0 0,6;4,0 0,3.4;1.3,2.4 4,6',
  L: '0,0 0,6 3.6,6',
  M: '0,6 0,0 2,3.4 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  P: '0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4',
  Q: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0;2.6,4.4 4.2,6.2',
  R: '0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4;1.8,3.4 4,6',
  S: '4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,4 4,5 3,6 1,6 0,5',
  T: '0,0 4,0;2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,2.4 3,6 4,0',
  X: '0,0 4,6;4,0 0,6',
  Y: '0,0 2,3 4,0;2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
  '0': '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  '1': '0,1.2 1.2,0 1.2,6',
  '2': '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  '3': '0,1 1,0 3,0 4,1 4,2 3,3 4,4 4,5 3,6 1,6 0,5;1.6,3 3,3',
  '4': '3,6 3,0 0,4 4,4',
  '5': '4,0 .4,0 .2,2.6 3,2.4 4,3.4 4,5 3,6 1,6 0,5',
  '7': '0,0 4,0 1.4,6',
}
const GRID_WIDTH = 4
const NARROW_WIDTH = 1.2
const GRID_HEIGHT = 6
const GAP = 1.9
const SPACE = 2.6

function advanceOf(letter: string): number {
  if (letter === ' ') return SPACE
  return (letter === 'I' || letter === '1' ? NARROW_WIDTH : GRID_WIDTH) + GAP
}

/** How wide a text is at a letter height. */
export function widthOf(text: string, height: number): number {
  const units = [...text].reduce((sum, letter) => sum + advanceOf(letter), 0) - GAP
  return (units * height) / GRID_HEIGHT
}

/** Writes capitals; `x` and `y` are the upper left corner. */
export function write(
  canvas: Canvas,
  text: string,
  place: { x: number; y: number; height: number; weight?: number },
  fill: Colour,
): void {
  const unit = place.height / GRID_HEIGHT
  const thickness = place.height * (place.weight ?? 0.15)
  let x = place.x
  for (const letter of text) {
    for (const stroke of (GLYPHS[letter] ?? '').split(';').filter((points) => points !== '')) {
      const points = stroke.split(' ').map((pair): [number, number] => {
        const [column = 0, row = 0] = pair.split(',').map(Number)
        return [x + column * unit, place.y + row * unit]
      })
      canvas.line(points, thickness, fill)
    }
    x += advanceOf(letter) * unit
  }
}
