export const HOURS_A_DAY = 24
const DAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Such as `mon-fri 8-20`, `sun 0-24`. */
const SPAN = /^([a-z]{3})(?:-([a-z]{3}))? (\d{1,2})-(\d{1,2})$/

/**
 * Spans such as `mon-fri 8-20, sat 10-14` as the 168 hours of a week, each `1` or `0`; null where they are none, or leave
 * no hour. A span's last hour is the one before its end, and it ends on its day; days may go round the week, `sat-mon`.
 */
export function parseWeekHours(spans: string): string | null {
  const hours = Array.from({ length: DAYS.length * HOURS_A_DAY }, () => '0')
  for (const span of spans.split(',')) {
    const [, first = '', last = first, from = '', until = ''] = SPAN.exec(span.trim().toLowerCase()) ?? []
    const [first_day, last_day] = [dayOf(first), dayOf(last)]
    if (first_day < 0 || last_day < 0 || Number(until) > HOURS_A_DAY || Number(from) >= Number(until))
      return null
    const days = ((last_day - first_day + DAYS.length) % DAYS.length) + 1
    for (let index = 0; index < days; index += 1) {
      const day = (first_day + index) % DAYS.length
      hours.fill('1', day * HOURS_A_DAY + Number(from), day * HOURS_A_DAY + Number(until))
    }
  }
  return hours.join('')
}

/** Hours on days in a row: days from 1 (Monday) to 7; `until_hour` is exclusive. */
export interface WeekSpan {
  first_day: number
  last_day: number
  from_hour: number
  until_hour: number
}

/** The hours of a week as spans, in order: days in a row with the same hours in one; none for null, which is every hour. */
export function weekSpans(week_hours: string | null): WeekSpan[] {
  if (week_hours === null) return []
  const runs: { first: number; last: number; hours: string }[] = []
  for (const day of DAYS.keys()) {
    const hours = week_hours.slice(day * HOURS_A_DAY, (day + 1) * HOURS_A_DAY)
    const before = runs.at(-1)
    if (before?.hours === hours) before.last = day
    else runs.push({ first: day, last: day, hours })
  }
  return runs.flatMap(({ first, last, hours }) =>
    [...hours.matchAll(/1+/g)].map(({ index, 0: run }) => ({
      first_day: first + 1,
      last_day: last + 1,
      from_hour: index,
      until_hour: index + run.length,
    })),
  )
}

/** The same in words that `parseWeekHours` reads: `mon-fri 8-20, sat 10-14`. */
export function sayWeekHours(week_hours: string | null): string {
  const named = (day: number) => DAYS[day - 1] ?? ''
  return weekSpans(week_hours)
    .map(({ first_day, last_day, from_hour, until_hour }) => {
      const days = first_day === last_day ? named(first_day) : `${named(first_day)}-${named(last_day)}`
      return `${days} ${from_hour}-${until_hour}`
    })
    .join(', ')
}

function dayOf(name: string): number {
  return DAYS.indexOf(name)
}
