const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of `time` in an IANA zone, as `2026-01-31`. */
export function calendarDay(time: Date, time_zone: string): string {
  let format = formats.get(time_zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: time_zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(time_zone, format)
  }
  return format.format(time)
}

/** Every calendar day from `first` to `last` in the zone, in order. */
export function daysBetween(first: Date, last: Date, time_zone: string): string[] {
  const end = calendarDay(last, time_zone)
  const days = [calendarDay(first, time_zone)]
  for (let day = days[0] ?? end; day < end; ) {
    day = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    days.push(day)
  }
  return days
}
