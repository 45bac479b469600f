import { memoized } from './memoized.ts'

export const DAY_MS = 86_400_000
export const QUARTER_MS = 900_000
const MINUTE_MS = 60_000
/** No zone moves its clocks by more at once. */
const CLOCK_CHANGE_MS_MAX = 3 * 3_600_000

/** Null if the name is not a zone's. */
const formatOf = memoized((name) => (/^[A-Za-z]/.test(name) ? makeFormat(name) : null))

const clockOf = memoized((zone) => {
  const options = { timeZone: zone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-US', options)
})

/**
 * The IANA name of a zone as the platform spells it, or null if there is none. Offsets such as `+05:07` don't count:
 * every named zone's offset is a multiple of 15 minutes, and the roll-ups rely on that.
 */
export const canonicalZone = memoized((name) => formatOf(name)?.resolvedOptions().timeZone ?? null)

/** The local date in a known zone, as days since 1970-01-01. */
export function localDay(zone: string, at_ms: number): number {
  const format = formatOf(zone)
  if (!format) throw new RangeError(`There is no zone ${zone}`)
  let year = 0
  let month = 0
  let day = 0
  for (const { type, value } of format.formatToParts(at_ms)) {
    if (type === 'year') year = Number(value)
    else if (type === 'month') month = Number(value)
    else if (type === 'day') day = Number(value)
  }
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS
}

/** Formats days since 1970-01-01 as `2026-01-31`. */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The local date of `time` in a known zone, as `2026-01-31`. */
export function calendarDay(time: Date, zone: string): string {
  return isoDay(localDay(zone, time.getTime()))
}

/** Every local date in a known zone from `first`'s to `last`'s, in order. */
export function daysBetween(first: Date, last: Date, zone: string): string[] {
  const begin = localDay(zone, first.getTime())
  const days = localDay(zone, last.getTime()) - begin + 1
  return Array.from({ length: Math.max(days, 1) }, (_, index) => isoDay(begin + index))
}

/**
 * The first moment of a local date: midnight, or what follows it if a clock change skips midnight. Found by bisection
 * to the quarter hour, because zones change their clocks at any hour and some at midnight itself.
 */
export function startOfLocalDay(zone: string, day: number): number {
  let before = day * DAY_MS - DAY_MS
  let from = day * DAY_MS + DAY_MS
  while (from - before > QUARTER_MS) {
    const middle = before + Math.floor((from - before) / QUARTER_MS / 2) * QUARTER_MS
    if (localDay(zone, middle) >= day) from = middle
    else before = middle
  }
  return from
}

/** A half-open interval. */
interface Bounds {
  from_at: Date
  until_at: Date
}

/** A day in a known zone, such as `2026-02-28`: from its first moment until the next day's. */
export function dayBounds(day: string, zone: string): Bounds {
  const first = Date.parse(day) / DAY_MS
  return boundsOf(zone, first, first + 1)
}

/** A month in a known zone, such as `2026-02`: from its first moment until the next month's. */
export function monthBounds(month: string, zone: string): Bounds {
  const first = new Date(`${month}-01`)
  const next = new Date(first)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return boundsOf(zone, first.getTime() / DAY_MS, next.getTime() / DAY_MS)
}

function boundsOf(zone: string, first: number, next: number): Bounds {
  return { from_at: new Date(startOfLocalDay(zone, first)), until_at: new Date(startOfLocalDay(zone, next)) }
}

/** Minutes since 0:00 on a known zone's clocks, rounded down to the quarter hour. */
export function timeOfDay(zone: string, at_ms: number): number {
  const [hour, minute] = clockOf(zone).format(at_ms).split(':').map(Number)
  const minutes = (hour ?? 0) * 60 + (minute ?? 0)
  return minutes - (minutes % (QUARTER_MS / MINUTE_MS))
}

/** The first moment of a local date at which its clocks show at least `minutes` since 0:00; else its end. */
export function momentOn(zone: string, day: number, minutes: number): number {
  const [start, end] = [startOfLocalDay(zone, day), startOfLocalDay(zone, day + 1)]
  let at = Math.max(start, start + minutes * MINUTE_MS - CLOCK_CHANGE_MS_MAX)
  while (at < end && timeOfDay(zone, at) < minutes) at += QUARTER_MS
  return Math.min(at, end)
}

function makeFormat(name: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
  } catch {
    return null
  }
}
