/** When service answers, in minutes of the UTC day; all day if both are equal. */
export interface ServiceHours {
  from_minute: number
  to_minute: number
}

/** Parses hours such as `08:00-20:00` (UTC); null if the text is no such range. */
export function parseServiceHours(text: string): ServiceHours | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (!match) return null
  const [from_hour, from_minute, to_hour, to_minute] = match.slice(1).map(Number)
  return {
    from_minute: (from_hour ?? 0) * 60 + (from_minute ?? 0),
    to_minute: (to_hour ?? 0) * 60 + (to_minute ?? 0),
  }
}

/** Formats such hours for customers: with a dash (VOICE) and no line break inside. */
export function saidServiceHours(text: string): string {
  return `${text.replace('-', '–\u2060')}\u00a0UTC`
}

/** Whether service answers at `at`; a range may cross midnight. */
export function isWithin(hours: ServiceHours, at: Date): boolean {
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes()
  const { from_minute, to_minute } = hours
  if (from_minute === to_minute) return true
  return from_minute < to_minute
    ? minute >= from_minute && minute < to_minute
    : minute >= from_minute || minute < to_minute
}
