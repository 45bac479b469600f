import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, localDay, QUARTER_MS, timeOfDay } from '../../lib/time-zones.ts'
import { type Period, windowBefore, windowOf } from './rules.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'America/Santiago',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
]

/** A moment's local date and time, as `2026-11-27 14:15`. */
const local = (zone: string, at_ms: number) =>
  new Date(at_ms).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16)
const day = (text: string) => Date.parse(text) / DAY_MS
const range = (from: string, until: string): Period => ({
  type: '5',
  first_day: day(from),
  last_day: day(until),
})
/** The window before, as local times in the zone. */
function before(period: Period, zone: string, now: string): [string, string] | null {
  const window = windowBefore(period, zone, Date.parse(now))
  return window && [local(zone, window.from_ms), local(zone, window.until_ms)]
}

test('before today lie the same hours of yesterday by the zone’s clocks, on days of 23 and 25 hours too [proof 470]', () => {
  expect(before({ type: '1' }, 'Asia/Kathmandu', '2026-11-27T08:37:00Z')).toEqual([
    '2026-11-26 00:00',
    '2026-11-26 14:15',
  ])
  // The clocks went forward at night: 13:00 is twelve hours into the day, but yesterday's was thirteen.
  const spring = windowBefore({ type: '1' }, 'Europe/Berlin', Date.parse('2027-03-28T11:00:00Z'))
  expect(spring && (spring.until_ms - spring.from_ms) / 3_600_000).toBe(13)
  expect(before({ type: '1' }, 'Europe/Berlin', '2027-03-28T11:00:00Z')).toEqual([
    '2027-03-27 00:00',
    '2027-03-27 13:00',
  ])
  // Yesterday had no 2:30, so the next time after it is used.
  expect(before({ type: '1' }, 'Europe/Berlin', '2027-03-29T00:30:00Z')).toEqual([
    '2027-03-28 00:00',
    '2027-03-28 03:00',
  ])
  // Yesterday had 25 hours.
  expect(before({ type: '1' }, 'Europe/Berlin', '2026-10-26T21:45:00Z')).toEqual([
    '2026-10-25 00:00',
    '2026-10-25 22:45',
  ])
  // The clocks change by half an hour.
  expect(before({ type: '1' }, 'Australia/Lord_Howe', '2026-10-04T05:10:00Z')).toEqual([
    '2026-10-03 00:00',
    '2026-10-03 16:00',
  ])
  expect(before({ type: '1' }, 'UTC', '2026-11-27T00:14:59Z')).toBeNull()
})

test('before week and month lie the same days so far of the one before; a shorter month ends with itself [proof 471]', () => {
  // A Friday.
  expect(before({ type: '2' }, 'UTC', '2026-11-27T14:20:00Z')).toEqual([
    '2026-11-16 00:00',
    '2026-11-20 14:15',
  ])
  expect(before({ type: '3' }, 'UTC', '2026-11-27T14:20:00Z')).toEqual([
    '2026-10-01 00:00',
    '2026-10-27 14:15',
  ])
  expect(before({ type: '3' }, 'UTC', '2026-03-30T14:20:00Z')).toEqual([
    '2026-02-01 00:00',
    '2026-03-01 00:00',
  ])
  expect(before({ type: '4' }, 'UTC', '2026-03-30T14:20:00Z')).toBeNull()
})

test('before chosen days lie as many days; of a present day the same hours [proof 472]', () => {
  expect(before(range('2026-10-30', '2026-11-02'), 'America/St_Johns', '2026-11-27T14:20:00Z')).toEqual([
    '2026-10-26 00:00',
    '2026-10-30 00:00',
  ])
  expect(before(range('2026-11-26', '2026-11-27'), 'UTC', '2026-11-27T14:20:00Z')).toEqual([
    '2026-11-24 00:00',
    '2026-11-25 14:15',
  ])
})

test('the window before ends where the period begins or earlier, on quarter hours, and never reads more hours than there were', () => {
  const zone = fc.constantFrom(...ZONES)
  const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 0, 1) })
  const period = fc.oneof(
    fc.constantFrom<Period>({ type: '1' }, { type: '2' }, { type: '3' }),
    fc.tuple(fc.nat(30), fc.nat(30)),
  )
  fc.assert(
    fc.property(zone, moment, period, (zone_name, now_ms, given) => {
      const today = localDay(zone_name, now_ms)
      const asked: Period = Array.isArray(given)
        ? { type: '5', first_day: today - given[0] - given[1], last_day: today - given[1] }
        : given
      const window = windowOf(asked, zone_name, now_ms)
      const former = windowBefore(asked, zone_name, now_ms)
      if (former === null) return
      expect(former.from_ms).toBeLessThan(former.until_ms)
      expect(former.until_ms).toBeLessThanOrEqual(window.from_ms)
      expect([former.from_ms % QUARTER_MS, former.until_ms % QUARTER_MS]).toEqual([0, 0])
      if (former.until_ms < window.from_ms && timeOfDay(zone_name, former.until_ms) > 0)
        expect(timeOfDay(zone_name, former.until_ms)).toBeGreaterThanOrEqual(timeOfDay(zone_name, now_ms))
    }),
    { numRuns: 500 },
  )
})
