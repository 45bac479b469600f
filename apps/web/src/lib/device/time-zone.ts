const MINUTES_PER_HOUR = 60

/** The device's zone rarely changes, and reading it costs more than the rest of a request. */
const ASK_AGAIN_MS = 60_000

let known = { name: '', asked_ms: Number.NEGATIVE_INFINITY }

/** The device's IANA time zone, at most a minute old. */
export function timeZoneName(): string {
  const now_ms = performance.now()
  if (now_ms - known.asked_ms > ASK_AGAIN_MS) {
    known = { name: deviceZone() || 'UTC', asked_ms: now_ms }
  }
  return known.name
}

/** Avoids Intl if the browser has Temporal: the first use of Intl costs a phone a tenth of a second. */
function deviceZone(): string {
  return 'Temporal' in globalThis
    ? Temporal.Now.timeZoneId()
    : Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The X-TZ header: name and GMT offset, such as `Asia/Shanghai GMT+08:00` (SPEC §7). */
export function timeZoneHeader(now: Date): string {
  const ahead_minutes = -now.getTimezoneOffset()
  const sign = ahead_minutes < 0 ? '-' : '+'
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(ahead_minutes)
  return `${timeZoneName()} GMT${sign}${two(Math.floor(size / MINUTES_PER_HOUR))}:${two(size % MINUTES_PER_HOUR)}`
}
