import { afterEach, expect, test, vi } from 'vitest'
import { MinuteCounts } from './minute-counts.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('each key is counted for itself, and a new minute begins at nothing', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const counts = new MinuteCounts(10)
  expect(['a', 'a', 'b', 'a'].map((key) => counts.count(key))).toEqual([1, 2, 1, 3])
  vi.advanceTimersByTime(59_999)
  expect(counts.count('a')).toBe(4)
  expect(counts.rest_ms).toBe(1)
  vi.advanceTimersByTime(1)
  expect(counts.count('a')).toBe(1)
})

test('a flood of keys is counted together, and those that were there before it as ever', () => {
  const counts = new MinuteCounts(2)
  counts.count('a')
  counts.count('b')
  const flood = Array.from({ length: 1_000 }, (_, index) => counts.count(`robot ${index}`))
  expect(flood).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1))
  expect(counts.count('a')).toBe(2)
})
