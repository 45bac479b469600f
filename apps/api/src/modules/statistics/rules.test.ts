import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalZone, DAY_MS, localDay, QUARTER_MS } from '../../lib/time-zones.ts'
import { bucketFor, quarterOf, windowOf } from './rules.ts'

/** Zones with every difficulty: half and quarter hours, changes at midnight, across the date line, and none. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'America/Havana',
]
const zone = fc.constantFrom(...ZONES)
const RUNNING = ['1', '2', '3'] as const
type Running = (typeof RUNNING)[number]
const type = fc.constantFrom<Running>(...RUNNING)
/** A random moment, often near a clock change, a leap day or a year's end. */
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2037, 11, 31) }),
  fc
    .tuple(
      fc.constantFrom(
        Date.UTC(2028, 1, 29),
        Date.UTC(2026, 11, 31),
        Date.UTC(2027, 2, 28, 1),
        Date.UTC(2026, 9, 25, 1),
        Date.UTC(2026, 2, 8, 7),
        Date.UTC(2026, 10, 1, 6),
        Date.UTC(2026, 8, 6, 4),
        Date.UTC(2026, 3, 24),
        Date.UTC(2026, 2, 29),
      ),
      fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
    )
    .map(([at_ms, off_ms]) => at_ms + off_ms),
)

function localText(zone_name: string, at_ms: number): string {
  return new Date(at_ms).toLocaleString('sv-SE', { timeZone: zone_name })
}

test('a period holds its moment, begins with its first local date and ends where the next begins', () => {
  fc.assert(
    fc.property(zone, type, moment, (zone_name, period, now_ms) => {
      const { from_ms, until_ms } = windowOf({ type: period }, zone_name, now_ms)
      expect(from_ms <= now_ms && now_ms < until_ms).toBe(true)
      expect(windowOf({ type: period }, zone_name, from_ms)).toEqual({ from_ms, until_ms })
      expect(windowOf({ type: period }, zone_name, until_ms - 1)).toEqual({ from_ms, until_ms })
      expect(windowOf({ type: period }, zone_name, until_ms).from_ms).toBe(until_ms)
      expect(localDay(zone_name, from_ms - 1)).toBe(localDay(zone_name, from_ms) - 1)
      expect(from_ms % QUARTER_MS).toBe(0)
    }),
    { numRuns: 1_000 },
  )
})

test('days, weeks and months have the length that the calendar gives them', () => {
  fc.assert(
    fc.property(zone, moment, (zone_name, now_ms) => {
      const dates = (period: Running) => {
        const { from_ms, until_ms } = windowOf({ type: period }, zone_name, now_ms)
        return [
          localText(zone_name, from_ms).slice(0, 10),
          localText(zone_name, until_ms - 1).slice(0, 10),
        ] as const
      }
      const today = localText(zone_name, now_ms).slice(0, 10)
      expect(dates('1')).toEqual([today, today])
      const [monday, sunday] = dates('2')
      expect(new Date(monday).getUTCDay()).toBe(1)
      expect(Date.parse(sunday) - Date.parse(monday)).toBe(6 * DAY_MS)
      const [first, last] = dates('3')
      expect(first).toBe(`${today.slice(0, 7)}-01`)
      expect(new Date(Date.parse(last) + DAY_MS).getUTCDate()).toBe(1)
    }),
    { numRuns: 1_000 },
  )
})

test('by example: a day of 23, 24, 25 and 23.5 hours', () => {
  const hours = (zone_name: string, now_ms: number) => {
    const { from_ms, until_ms } = windowOf({ type: '1' }, zone_name, now_ms)
    return (until_ms - from_ms) / 3_600_000
  }
  expect(hours('Europe/Berlin', Date.UTC(2027, 2, 28, 12))).toBe(23)
  expect(hours('Europe/Berlin', Date.UTC(2027, 2, 29, 12))).toBe(24)
  expect(hours('Europe/Berlin', Date.UTC(2026, 9, 25, 12))).toBe(25)
  expect(hours('Australia/Lord_Howe', Date.UTC(2026, 9, 3, 20))).toBe(23.5)
})

test('every zone that the platform knows stays on quarter hours', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) {
    for (const year of [2024, 2026, 2030]) {
      const { from_ms } = windowOf({ type: '3' }, name, Date.UTC(year, 5, 15))
      expect([name, from_ms % QUARTER_MS]).toEqual([name, 0])
      expect([name, localText(name, from_ms).slice(8)]).toEqual([name, '01 00:00:00'])
    }
  }
})

test('what is no zone is refused, and spelling does not matter', () => {
  for (const name of ['+05:07', '-00:01', 'Mars/Olympus', '', '../etc', 'UTC+1:07'])
    expect(canonicalZone(name)).toBe(null)
  expect(canonicalZone('europe/berlin')).toBe('Europe/Berlin')
  expect(canonicalZone('UTC')).toBe('UTC')
})

test('a chart never has more points than its limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000 }), fc.constantFrom(96, 120), (quarters, points_max) => {
      const span_ms = quarters * QUARTER_MS * 7
      const bucket_ms = bucketFor(span_ms, points_max)
      expect(span_ms / bucket_ms).toBeLessThanOrEqual(points_max)
      expect(bucket_ms % QUARTER_MS).toBe(0)
    }),
  )
  expect(bucketFor(25 * 3_600_000, 96)).toBe(1_800_000)
  expect(quarterOf(QUARTER_MS * 5 + 1)).toBe(QUARTER_MS * 5)
})
