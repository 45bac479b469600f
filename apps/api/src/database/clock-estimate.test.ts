import { expect, test } from 'vitest'
import { ClockEstimate } from './clock-estimate.ts'

/** A reading that began at our `before_ms`, took so long, and was made `way_ms` after it began, 5 s ahead of us. */
function reading(before_ms: number, took_ms: number, way_ms: number, rest: { set_ms?: number } = {}) {
  const real_ms = 5_000 + before_ms + way_ms + (rest.set_ms ?? 0)
  return { real_ms, offset_ms: 0, before_ms, after_ms: before_ms + took_ms }
}

test('the first reading is believed, half its round trip off at most', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 80, 75))
  expect(Math.abs(estimate.ahead_ms - 5_000)).toBeLessThanOrEqual(40)
})

test('a quick reading corrects a slow one, and a slow one does not spoil a quick one', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 80, 75))
  estimate.add(reading(1_000, 0.4, 0.2))
  expect(estimate.ahead_ms).toBeCloseTo(5_000, 6)
  estimate.add(reading(2_000, 120, 2))
  expect(estimate.ahead_ms).toBeCloseTo(5_000, 6)
})

test('after a while a slow reading is better than an old quick one', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 0.4, 0.2))
  estimate.add(reading(60_000, 20, 4))
  expect(estimate.ahead_ms).toBeCloseTo(4_994, 6)
})

test('a clock that was set is followed at once, however slow the reading', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 0.4, 0.2))
  estimate.add(reading(1_000, 100, 50, { set_ms: -3_000 }))
  expect(estimate.ahead_ms).toBeCloseTo(2_000, 6)
})

test('the sandbox’s offset is exact, whatever the reading is worth', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 0.4, 0.2))
  estimate.add({ ...reading(1_000, 500, 3), offset_ms: 86_400_000 })
  expect(estimate.ahead_ms).toBeCloseTo(86_405_000, 6)
})
