import { STATISTICS_PERIODS, type StatisticsPeriod } from '@adtally/contract/enums.ts'
import { DAY_MS, localDay, momentOn, QUARTER_MS, startOfLocalDay, timeOfDay } from '../../lib/time-zones.ts'

/** `type` on the wire. */
export type PeriodType = (typeof STATISTICS_PERIODS)[StatisticsPeriod]

const { today: TODAY, week: WEEK, month: MONTH, all: ALL, range: RANGE } = STATISTICS_PERIODS

/** A requested period; a range has its first and last day, as days since 1970-01-01. */
export type Period =
  | { type: Exclude<PeriodType, typeof RANGE> }
  | { type: typeof RANGE; first_day: number; last_day: number }

/** A period in UTC: from inclusive, until exclusive; infinite for `all`. */
export interface Window {
  from_ms: number
  until_ms: number
  /** For a range, the end of its first day, before which the account must have been opened. */
  open_by_ms?: number
}

export const ALL_TIME: Window = { from_ms: Number.NEGATIVE_INFINITY, until_ms: Number.POSITIVE_INFINITY }

/** A period's window in a zone: today, the week from Monday, the month, all (PRODUCT §6), or the requested days. */
export function windowOf(period: Period, zone: string, now_ms: number): Window {
  if (period.type === ALL) return ALL_TIME
  const [first, next] = daysOf(period, localDay(zone, now_ms))
  const window = { from_ms: startOfLocalDay(zone, first), until_ms: startOfLocalDay(zone, next) }
  return period.type === RANGE ? { ...window, open_by_ms: startOfLocalDay(zone, first + 1) } : window
}

/** The first day, and the day after the last. */
function daysOf(period: Exclude<Period, { type: typeof ALL }>, today: number): [number, number] {
  if (period.type === RANGE) return [period.first_day, period.last_day + 1]
  if (period.type === TODAY) return [today, today + 1]
  if (period.type === WEEK) {
    // Day 0 was a Thursday.
    const monday = today - ((today + 3) % 7)
    return [monday, monday + 7]
  }
  return [monthBegin(today, 0), monthBegin(today, 1)]
}

/** The first day of the month of a day, or of a later month. */
function monthBegin(day: number, months_later: number): number {
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months_later, 1) / DAY_MS
}

/**
 * The window before a period, as long as the period has lasted so far: the same days and, on an unfinished day, the
 * same hours by the zone's clocks, down to the quarter hour. A shorter previous month counts whole. Null for all
 * time, and if the period has only just begun.
 */
export function windowBefore(period: Period, zone: string, now_ms: number): Window | null {
  if (period.type === ALL) return null
  const today = localDay(zone, now_ms)
  const [first, next] = daysOf(period, today)
  const first_before = period.type === MONTH ? monthBegin(first, -1) : 2 * first - next
  const from_ms = startOfLocalDay(zone, first_before)
  const day_before = first_before + (today - first)
  const is_over = next <= today || day_before >= first
  const until_ms = is_over
    ? startOfLocalDay(zone, first)
    : momentOn(zone, day_before, timeOfDay(zone, now_ms))
  return until_ms > from_ms ? { from_ms, until_ms } : null
}

const HOUR_MS = 4 * QUARTER_MS
const BUCKETS_MS = [
  QUARTER_MS,
  2 * QUARTER_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
  4 * DAY_MS,
  7 * DAY_MS,
  14 * DAY_MS,
  28 * DAY_MS,
  56 * DAY_MS,
]

/** The narrowest bucket that gives at most `points_max` points for `span_ms`. */
export function bucketFor(span_ms: number, points_max: number, narrowest_ms = QUARTER_MS): number {
  const fits = (bucket_ms: number) => bucket_ms >= narrowest_ms && span_ms / bucket_ms <= points_max
  const known = (narrowest_ms < QUARTER_MS ? [60_000, 5 * 60_000, ...BUCKETS_MS] : BUCKETS_MS).find(fits)
  return known ?? Math.ceil(span_ms / points_max / DAY_MS) * DAY_MS
}

/** The start of a moment's quarter hour. */
export function quarterOf(at_ms: number): number {
  return Math.floor(at_ms / QUARTER_MS) * QUARTER_MS
}
