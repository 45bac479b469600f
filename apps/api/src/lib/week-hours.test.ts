import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWeekHours, sayWeekHours, weekHour, weekSpans } from './week-hours.ts'

test('the hour of a week is that of the zone’s clocks, before and after they are changed [proof 953]', () => {
  const at = (zone: string, time: string) => weekHour(zone, Date.parse(time))
  expect(at('UTC', '2026-01-12T00:00:00Z')).toBe(0)
  expect(at('UTC', '2026-01-18T23:59:59.999Z')).toBe(167)
  expect(at('UTC', '1969-12-29T00:30:00Z')).toBe(0)
  expect(at('America/New_York', '2026-01-12T04:59:00Z')).toBe(167)
  expect(at('Asia/Kathmandu', '2026-01-12T03:14:59Z')).toBe(8)
  expect(at('Asia/Kathmandu', '2026-01-12T03:15:00Z')).toBe(9)
  // Clocks in Berlin jump from 2:00 to 3:00 on Sunday, 29 March, and show 2:00 twice on Sunday, 25 October.
  expect(at('Europe/Berlin', '2026-03-29T00:59:00Z')).toBe(144 + 1)
  expect(at('Europe/Berlin', '2026-03-29T01:00:00Z')).toBe(144 + 3)
  expect(at('Europe/Berlin', '2026-10-25T00:30:00Z')).toBe(144 + 2)
  expect(at('Europe/Berlin', '2026-10-25T01:30:00Z')).toBe(144 + 2)
})

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
