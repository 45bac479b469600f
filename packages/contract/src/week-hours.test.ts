import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWeekHours, sayWeekHours, weekSpans } from './week-hours.ts'

test('hours in words are read and said', () => {
  expect(sayWeekHours(parseWeekHours('Mon-Fri 8-20, sat 10-14'))).toBe('mon-fri 8-20, sat 10-14')
  expect(sayWeekHours(parseWeekHours('sat-mon 22-24,mon 0-6'))).toBe('mon 0-6, mon 22-24, sat-sun 22-24')
  expect(parseWeekHours('mon-sun 0-24')).toBe('1'.repeat(168))
  expect(weekSpans(parseWeekHours('sun 0-1'))).toEqual([
    { first_day: 7, last_day: 7, from_hour: 0, until_hour: 1 },
  ])
  for (const wrong of ['', 'mon', 'mon 8', 'mon 20-8', 'mon 8-8', 'mon 8-25', 'may 8-20', 'mon 8-20, x']) {
    expect(parseWeekHours(wrong), wrong).toBe(null)
  }
})

test('what is said of any week is read as the same', () => {
  const week = fc.array(fc.boolean(), { minLength: 168, maxLength: 168 })
  fc.assert(
    fc.property(week, (hours) => {
      const text = hours.map((is_on) => (is_on ? '1' : '0')).join('')
      fc.pre(text.includes('1'))
      expect(parseWeekHours(sayWeekHours(text))).toBe(text)
    }),
  )
})
