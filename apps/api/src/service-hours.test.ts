import { expect, test } from 'vitest'
import { isWithin, parseServiceHours, saidServiceHours } from './service-hours.ts'

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)

test.each([
  ['08:00-20:00', '08:00', true],
  ['08:00-20:00', '19:59', true],
  ['08:00-20:00', '20:00', false],
  ['22:00-06:00', '23:30', true],
  ['22:00-06:00', '05:59', true],
  ['22:00-06:00', '12:00', false],
  ['00:00-00:00', '12:00', true],
])('%s at %s: %s', (text, time, expected) => {
  const hours = parseServiceHours(text)
  expect(hours && isWithin(hours, at(time))).toBe(expected)
})

test('anything else is no range', () => {
  for (const text of ['', '8-20', '24:00-01:00', '08:60-09:00', '08:00-20:00 CET'])
    expect(parseServiceHours(text)).toBeNull()
})

test('are read as a range with a dash, on one line', () => {
  expect(saidServiceHours('08:00-20:00')).toBe('08:00–\u206020:00\u00a0UTC')
})
