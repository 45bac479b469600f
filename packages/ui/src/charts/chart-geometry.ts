/** In the drawing's own units. */
export const CHART = { width: 320, height: 132, top: 8, bottom: 8 } as const

const UNITS = 10_000n

/** A moment of a chart; values are whole numbers in any unit, one per series. */
export interface ChartPoint {
  /** ISO 8601. */
  at: string
  values: readonly bigint[]
}

export interface ChartScale {
  min: bigint
  max: bigint
}

/** From the smallest to the largest value, always including zero, never empty. */
export function scaleOf(points: readonly ChartPoint[]): ChartScale {
  let min = 0n
  let max = 0n
  for (const { values } of points) {
    for (const value of values) {
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return { min, max: max === min ? min + 1n : max }
}

const TICKS_MAX = 4n

/** Round axis values from the smallest to the largest: multiples of 1, 2 or 5 times a power of ten. */
export function ticksOf({ min, max }: ChartScale): bigint[] {
  let step = 1n
  for (const factor of roundSteps()) {
    step = factor
    if ((max - min) / step < TICKS_MAX) break
  }
  const first = (min / step) * step
  const ticks: bigint[] = []
  for (let value = first < min ? first + step : first; value <= max; value += step) ticks.push(value)
  return ticks
}

function* roundSteps(): Generator<bigint> {
  for (let power = 1n; ; power *= 10n) yield* [power, 2n * power, 5n * power]
}

/** A value's distance from the top in drawing units; exact in the value, rounded only as a position. */
export function positionOf(value: bigint, { min, max }: ChartScale): number {
  const share = Number(((max - value) * UNITS) / (max - min)) / Number(UNITS)
  return CHART.top + share * (CHART.height - CHART.top - CHART.bottom)
}

/** Each point's distance from the left in drawing units, for all at once, so that each time is parsed only once. */
export function positionsAcross(points: readonly ChartPoint[]): number[] {
  const times_ms = points.map(({ at }) => Date.parse(at))
  const first_ms = times_ms[0] ?? 0
  const span_ms = (times_ms.at(-1) ?? first_ms) - first_ms
  return times_ms.map((at_ms) => (span_ms === 0 ? 0 : ((at_ms - first_ms) / span_ms) * CHART.width))
}

/** Rounded to a tenth of a drawing unit, as fine as a screen shows. */
function rounded(position: number): number {
  return Math.round(position * 10) / 10
}

/** A series' line as an SVG path; `across` as from `positionsAcross`. */
export function linePath(
  points: readonly ChartPoint[],
  across: readonly number[],
  series: number,
  scale: ChartScale,
): string {
  return points
    .map((point, index) => {
      const x = rounded(across[index] ?? 0)
      const y = rounded(positionOf(point.values[series] ?? 0n, scale))
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}

/** The index of the point nearest to a share (0 to 1) of the chart's width. */
export function nearestPoint(share: number, points: readonly ChartPoint[]): number {
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, across] of positionsAcross(points).entries()) {
    const distance = Math.abs(across / CHART.width - share)
    if (distance < least) {
      least = distance
      nearest = index
    }
  }
  return nearest
}
