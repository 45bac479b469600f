import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/servers/test-database.ts'
import { calendarDay, DAY_MS, dayBounds, daysBetween, isoDay, monthBounds } from './time-zones.ts'

/** Zones with all kinds of clock change: none, an hour, half an hour, at midnight, a skipped day, far from UTC. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Santiago',
  'Asia/Bangkok',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
]
const CASES = 1_000

const db = await testDatabase()
afterAll(() => db.close())

/** Moments where things go wrong: clock changes, leap days, ends of years. */
const CRITICAL = [
  '2026-03-08T07:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2028-02-29T00:00:00Z',
  '2028-02-29T23:59:59.999Z',
  '2027-12-31T12:00:00Z',
  '2011-12-30T10:00:00Z',
  '2026-04-04T15:00:00Z',
].map((time) => Date.parse(time))
const moment = fc.oneof(
  fc
    .record({ near: fc.constantFrom(...CRITICAL), by: fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }) })
    .map(({ near, by }) => near + by),
  fc.integer({ min: Date.parse('2010-01-01'), max: Date.parse('2040-01-01') }),
)

describe('PRODUCT §6, §8: a day is the customer’s zone day', () => {
  test(`over changed clocks, leap days and years' ends in ${ZONES.length} zones it is the database's day, too`, async () => {
    const cases = fc.sample(fc.tuple(moment, fc.constantFrom(...ZONES)), { numRuns: CASES, seed: 4 })
    const rows = await db.asOwner<{ day: string }>(
      `select ((timestamptz 'epoch' + at * interval '1 millisecond') at time zone zone)::date::text as day
       from unnest($1::bigint[], $2::text[]) with ordinality as given (at, zone, position) order by position`,
      [cases.map(([at]) => at), cases.map(([, zone]) => zone)],
    )
    expect(cases.map(([at, zone]) => calendarDay(new Date(at), zone))).toEqual(rows.map(({ day }) => day))
  })

  test('a 23-hour and a 25-hour day are one day each, and the leap day is one of its own', () => {
    const hoursOf = (day: string, zone: string) => {
      const start = Date.parse(`${day}T00:00:00Z`) - DAY_MS
      return Array.from({ length: 72 }, (_, hour) => new Date(start + hour * 3_600_000)).filter(
        (time) => calendarDay(time, zone) === day,
      ).length
    }
    expect([
      hoursOf('2026-03-29', 'Europe/Berlin'),
      hoursOf('2026-10-25', 'Europe/Berlin'),
      hoursOf('2026-03-08', 'America/New_York'),
      hoursOf('2026-11-01', 'America/New_York'),
      hoursOf('2028-02-29', 'Asia/Tokyo'),
    ]).toEqual([23, 25, 23, 25, 24])
  })

  test('between two moments every day stands once, in order, without a gap', () => {
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 0, max: 40 * DAY_MS }),
        fc.constantFrom(...ZONES),
        (at, by, zone) => {
          const days = daysBetween(new Date(at), new Date(at + by), zone)
          expect(days[0]).toBe(calendarDay(new Date(at), zone))
          expect(days.at(-1)).toBe(calendarDay(new Date(at + by), zone))
          const steps = days.slice(1).map((day, index) => Date.parse(day) - Date.parse(days[index] ?? ''))
          expect(steps.every((step) => step === DAY_MS)).toBe(true)
        },
      ),
      { numRuns: 300, seed: 4 },
    )
  })

  test('months follow each other without a gap or an overlap, February of a leap year with 29 days', () => {
    for (const zone of ZONES) {
      const months = ['2028-02', '2028-03', '2028-04', '2028-10', '2028-11']
      const [february, march, april, october, november] = months.map((month) => monthBounds(month, zone))
      expect(february?.until_at).toEqual(march?.from_at)
      expect(march?.until_at).toEqual(april?.from_at)
      expect(october?.until_at).toEqual(november?.from_at)
      if (!february) throw new Error('a month has bounds')
      const days = daysBetween(february.from_at, new Date(february.until_at.getTime() - 1), zone)
      expect([days.length, days[0], days.at(-1)]).toEqual([29, '2028-02-01', '2028-02-29'])
    }
  })

  test('a day begins with the first moment of its date, as the database has it, and ends with the last [proof 731]', async () => {
    const cases = fc.sample(fc.tuple(moment, fc.constantFrom(...ZONES)), { numRuns: CASES, seed: 731 })
    const days = cases.map(([at, zone]) => ({ day: calendarDay(new Date(at), zone), zone }))
    const found = days.map(({ day, zone }) => dayBounds(day, zone))
    for (const [index, { from_at, until_at }] of found.entries()) {
      const { day, zone } = days[index] ?? { day: '', zone: '' }
      expect([calendarDay(from_at, zone), calendarDay(new Date(until_at.getTime() - 1), zone)]).toEqual([
        day,
        day,
      ])
      expect(calendarDay(new Date(from_at.getTime() - 1), zone) < day).toBe(true)
    }
    const rows = await db.asOwner<{ from_at: Date }>(
      `select day::timestamp at time zone zone as from_at
       from unnest($1::text[], $2::text[]) with ordinality as given (day, zone, position) order by position`,
      [days.map(({ day }) => day), days.map(({ zone }) => zone)],
    )
    expect(found.map(({ from_at }) => from_at)).toEqual(rows.map(({ from_at }) => from_at))
  })

  test('the first years of the calendar are no later ones', () => {
    expect([
      isoDay(Date.parse('0050-03-01') / DAY_MS),
      calendarDay(new Date('0050-03-01T12:00:00Z'), 'UTC'),
    ]).toEqual(['0050-03-01', '0050-03-01'])
    expect(monthBounds('0050-03', 'UTC').from_at).toEqual(new Date('0050-03-01T00:00:00Z'))
  })
})
