import { STATISTICS_PERIODS, type StatisticsPeriod } from '@adtally/contract/enums.ts'
import { DAY_MS, localDay, QUARTER_MS, startOfLocalDay } from './zone.ts'

/** `type` on the wire. */
export type PeriodType = (typeof STATISTICS_PERIODS)[StatisticsPeriod]

/** A period in UTC: from inclusive, until exclusive; `all` has neither. */
export interface Window {
  from_ms: number
  until_ms: number
}

export const ALL_TIME: Window = { from_ms: Number.NEGATIVE_INFINITY, until_ms: Number.POSITIVE_INFINITY }

/** The running period of a type in a zone: today, the week from Monday, the calendar month, all (PRODUCT §6). */
export function windowOf(type: PeriodType, zone: string, now_ms: number): Window {
  if (type === STATISTICS_PERIODS.all) return ALL_TIME
  const today = localDay(zone, now_ms)
  const [first, next] = daysOf(type, today)
  return { from_ms: startOfLocalDay(zone, first), until_ms: startOfLocalDay(zone, next) }
}

function daysOf(type: PeriodType, today: number): [number, number] {
  if (type === STATISTICS_PERIODS.today) return [today, today + 1]
  if (type === STATISTICS_PERIODS.week) {
    // Day 0 was a Thursday.
    const monday = today - ((today + 3) % 7)
    return [monday, monday + 7]
  }
  const date = new Date(today * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return [Date.UTC(year, month, 1) / DAY_MS, Date.UTC(year, month + 1, 1) / DAY_MS]
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

/** The narrowest bucket that draws `span_ms` in at most `points_max` points. */
export function bucketFor(span_ms: number, points_max: number, narrowest_ms = QUARTER_MS): number {
  const fits = (bucket_ms: number) => bucket_ms >= narrowest_ms && span_ms / bucket_ms <= points_max
  const known = (narrowest_ms < QUARTER_MS ? [60_000, 5 * 60_000, ...BUCKETS_MS] : BUCKETS_MS).find(fits)
  return known ?? Math.ceil(span_ms / points_max / DAY_MS) * DAY_MS
}

/** The beginning of the quarter hour of a moment. */
export function quarterOf(at_ms: number): number {
  return Math.floor(at_ms / QUARTER_MS) * QUARTER_MS
}
