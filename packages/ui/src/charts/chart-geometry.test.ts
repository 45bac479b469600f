import { expect, test } from 'vitest'
import {
  CHART,
  type ChartPoint,
  linePath,
  nearestPoint,
  positionsAcross,
  scaleOf,
  ticksOf,
} from './chart-geometry.ts'

const points: ChartPoint[] = [
  { at: '2026-01-01T00:00:00.000Z', values: [0n, 0n] },
  { at: '2026-01-01T00:15:00.000Z', values: [50n, -25n] },
  { at: '2026-01-01T01:00:00.000Z', values: [100n, 0n] },
]

test('points lie across the drawing as far as their times are apart', () => {
  expect(positionsAcross(points)).toEqual([0, CHART.width / 4, CHART.width])
})

test('points of one moment lie at the left, and none lie nowhere', () => {
  expect(positionsAcross(points.slice(0, 1))).toEqual([0])
  expect(positionsAcross([])).toEqual([])
})

test('a line goes from the least value at the foot to the greatest at the head', () => {
  const inner = CHART.height - CHART.top - CHART.bottom
  const scale = scaleOf(points)
  expect(scale).toEqual({ min: -25n, max: 100n })
  const foot = CHART.top + inner
  const zero = Math.round((CHART.top + inner * 0.8) * 10) / 10
  expect(linePath(points, positionsAcross(points), 1, scale)).toBe(`M0 ${zero}L80 ${foot}L320 ${zero}`)
})

test('the nearest point to a share of the width', () => {
  expect([0, 0.1, 0.2, 0.6, 0.7, 1].map((share) => nearestPoint(share, points))).toEqual([0, 0, 1, 1, 2, 2])
})

test.each([
  [0n, 100n, [0n, 50n, 100n]],
  [0n, 7n, [0n, 2n, 4n, 6n]],
  [-14_080_000n, 32_080_000n, [0n, 20_000_000n]],
  [0n, 1n, [0n, 1n]],
  [-3n, 0n, [-3n, -2n, -1n, 0n]],
])('the axis of %s to %s names round values', (min, max, ticks) => {
  expect(ticksOf({ min, max })).toEqual(ticks)
})
