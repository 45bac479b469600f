import { expect, test } from 'vitest'
import { memoized } from './memoized.ts'

/** Counts how often each text was computed. */
function counted(answers_max: number) {
  const times = new Map<string, number>()
  const length = memoized((text) => {
    times.set(text, (times.get(text) ?? 0) + 1)
    return text === '' ? null : text.length
  }, answers_max)
  return { length, times }
}

test('a text is worked out once, whatever its answer is', () => {
  const { length, times } = counted(4)
  expect([length('one'), length('one'), length(''), length('')]).toEqual([3, 3, null, null])
  expect([...times.values()]).toEqual([1, 1])
})

test('a flood of other texts does not evict what is asked for repeatedly [proof 730]', () => {
  const { length, times } = counted(4)
  for (let other = 0; other < 100; other += 1) {
    length('often')
    length(`once ${other}`)
  }
  expect(times.get('often')).toBe(1)
  length('once 0')
  expect(times.get('once 0')).toBe(2)
})

test('what throws is worked out again', () => {
  let times = 0
  const failing = memoized(() => {
    times += 1
    throw new RangeError('none')
  })
  expect(() => failing('a')).toThrow(RangeError)
  expect(() => failing('a')).toThrow(RangeError)
  expect(times).toBe(2)
})
