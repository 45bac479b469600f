const MINUTES_PER_HOUR = 60

/** The device's IANA time zone. */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** The X-TZ header: name and GMT offset, such as `Asia/Shanghai GMT+08:00` (SPEC §7). */
export function timeZoneHeader(now: Date): string {
  const ahead_minutes = -now.getTimezoneOffset()
  const sign = ahead_minutes < 0 ? '-' : '+'
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(ahead_minutes)
  return `${timeZoneName()} GMT${sign}${two(Math.floor(size / MINUTES_PER_HOUR))}:${two(size % MINUTES_PER_HOUR)}`
}
