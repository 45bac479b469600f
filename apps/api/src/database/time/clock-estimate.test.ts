import { expect, test } from 'vitest'
import { ClockEstimate } from './clock-estimate.ts'

/** A reading from our `before_ms` on, for `took_ms`, made `way_ms` after its start, 5 s ahead of us. */
function reading(before_ms: number, took_ms: number, way_ms: number, rest: { set_ms?: number } = {}) {
  const real_ms = 5_000 + before_ms + way_ms + (rest.set_ms ?? 0)
  return { real_ms, offset_ms: 0, before_ms, after_ms: before_ms + took_ms }
}

test('the first reading is believed, half its round trip off at most', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 80, 75))
  expect(Math.abs(estimate.at(80) - 5_080)).toBeLessThanOrEqual(40)
})

test('a quick reading corrects a slow one, and a slow one does not spoil a quick one', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 80, 75))
  estimate.add(reading(1_000, 0.5, 0.25))
  expect(estimate.at(1_001)).toBe(6_001)
  estimate.add(reading(2_000, 120, 2))
  expect(estimate.at(2_120)).toBe(7_120)
})

test('after a while a slow reading is better than an old quick one', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 0.5, 0.25))
  estimate.add(reading(60_000, 20, 4))
  expect(estimate.at(60_020)).toBe(65_014)
})

test('a clock that was set is followed at once, however slow the reading', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 0.5, 0.25))
  estimate.add(reading(1_000, 100, 50, { set_ms: -3_000 }))
  expect(estimate.at(1_100)).toBe(3_100)
})

test('a correction never takes the clock back, a clock that was set does', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 80, 75))
  const early = estimate.at(100)
  estimate.add(reading(101, 0.5, 0.25))
  expect(estimate.at(102)).toBe(early)
  expect(estimate.at(200)).toBe(5_200)
  estimate.add(reading(300, 0.5, 0.25, { set_ms: -3_000 }))
  expect(estimate.at(301)).toBe(2_301)
})

test('the sandbox’s offset is exact, whatever the reading is worth', () => {
  const estimate = new ClockEstimate()
  estimate.add(reading(0, 0.5, 0.25))
  estimate.add({ ...reading(1_000, 500, 3), offset_ms: 86_400_000 })
  expect(estimate.at(1_500)).toBe(86_406_500)
})
