const formats = new Map<string, Intl.DateTimeFormat | null>()
const clocks = new Map<string, Intl.DateTimeFormat>()
const canonical = new Map<string, string | null>()
const FORMATS_MAX = 1_000

/**
 * The IANA name of a zone as the platform spells it, or null where it is none. Offsets such as `+05:07` are no
 * names: every named zone's offset is a multiple of 15 minutes, which the roll-ups rely on.
 */
export function canonicalZone(name: string): string | null {
  const known = canonical.get(name)
  if (known !== undefined) return known
  if (canonical.size >= FORMATS_MAX) canonical.clear()
  const zone = formatOf(name)?.resolvedOptions().timeZone ?? null
  canonical.set(name, zone)
  return zone
}

/** Days since 1970-01-01 of the local date at a moment in a known zone. */
export function localDay(zone: string, at_ms: number): number {
  const format = formatOf(zone)
  if (!format) throw new RangeError(`no such zone: ${zone}`)
  let year = 0
  let month = 0
  let day = 0
  for (const { type, value } of format.formatToParts(at_ms)) {
    if (type === 'year') year = Number(value)
    else if (type === 'month') month = Number(value)
    else if (type === 'day') day = Number(value)
  }
  return Date.UTC(year, month - 1, day) / DAY_MS
}

export const DAY_MS = 86_400_000
export const QUARTER_MS = 900_000

/**
 * The first moment of a local date: its midnight, or where a clock change leaves that out, what follows it. Found by
 * halving, a quarter hour at a time, because zones change their clocks at any hour and some at midnight itself.
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

const MINUTE_MS = 60_000
/** No zone sets its clocks further on in one go. */
const CLOCK_CHANGE_MS_MAX = 3 * 3_600_000

/** Minutes that the clocks of a known zone show since 0:00, down to the quarter hour. */
export function timeOfDay(zone: string, at_ms: number): number {
  let clock = clocks.get(zone)
  if (!clock) {
    if (clocks.size >= FORMATS_MAX) clocks.clear()
    const options = { timeZone: zone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const
    clock = new Intl.DateTimeFormat('en-US', options)
    clocks.set(zone, clock)
  }
  const [hour, minute] = clock.format(at_ms).split(':').map(Number)
  const minutes = (hour ?? 0) * 60 + (minute ?? 0)
  return minutes - (minutes % (QUARTER_MS / MINUTE_MS))
}

/** The first moment of a local date at which its clocks show `minutes` since 0:00 or more; else its end. */
export function momentOn(zone: string, day: number, minutes: number): number {
  const [start, end] = [startOfLocalDay(zone, day), startOfLocalDay(zone, day + 1)]
  let at = Math.max(start, start + minutes * MINUTE_MS - CLOCK_CHANGE_MS_MAX)
  while (at < end && timeOfDay(zone, at) < minutes) at += QUARTER_MS
  return Math.min(at, end)
}

function formatOf(name: string): Intl.DateTimeFormat | null {
  const known = formats.get(name)
  if (known !== undefined) return known
  if (formats.size >= FORMATS_MAX) formats.clear()
  const format = /^[A-Za-z]/.test(name) ? makeFormat(name) : null
  formats.set(name, format)
  return format
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
