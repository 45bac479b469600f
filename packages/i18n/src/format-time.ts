const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export type TimeStyle = 'date' | 'time' | 'seconds' | 'date-time' | 'day-time' | 'month'

const STYLES: Record<Exclude<TimeStyle, 'day-time'>, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  seconds: { timeStyle: 'medium' },
  'date-time': { dateStyle: 'medium', timeStyle: 'short' },
  month: { year: 'numeric', month: 'long' },
}

/** For use under a heading with the year; the hour has as many digits as in the language's own times. */
function dayTime(language: string): Intl.DateTimeFormatOptions {
  const nine = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).formatToParts(
    9 * HOUR_MS,
  )
  const hasZero = nine.some(({ type, value }) => type === 'hour' && value.length === 2)
  return { month: 'short', day: 'numeric', hour: hasZero ? '2-digit' : 'numeric', minute: '2-digit' }
}

/**
 * The reader's regional locale for times, if one of `wanted` (the browser's languages in order) is of `language`, so
 * that English in Britain puts the day before the month. Amounts depend on the language alone. Traditional Chinese
 * uses the 24-hour clock, because a line could break between its 下午 and the hour.
 */
export function localeOfTimes(language: string, wanted: readonly string[]): string {
  const own = new Intl.Locale(language).maximize()
  const isSame = (code: string) => {
    try {
      const other = new Intl.Locale(code).maximize()
      return other.language === own.language && other.script === own.script
    } catch {
      // A browser's setting may hold anything.
      return false
    }
  }
  const found = wanted.find(isSame) ?? language
  return own.script === 'Hant' ? `${found}-u-hc-h23` : found
}

export const NO_BREAK_SPACE = '\u00a0'
export const WORD_JOINER = '\u2060'

/** Between two of these a line could break although there is no space: a figure and a Chinese or Japanese unit of dates. */
const PARTS_OF_DATES = /(?<=\d)(?=[年月日])|(?<=[年月])(?=\d)/g

/** Between the half of the day and its hour, as Korean has them. */
const HALF_OF_DAY = /(?<=\p{L}{2}) (?=\d+:)/gu

/**
 * Letters of a date with its hour that fit a card's line at 320 px and the largest text, in the widest usual typeface:
 * up to 235 of 256 px. American English, Korean and Russian come to 253, Brazilian Portuguese to 277.
 */
const LINE_LETTERS = 21

/** Keeps a date on one line, and its hour too if both are short; else a line may break between them. */
export function keepDate(written: string): string {
  const kept = written
    .replace(/:\d\d (?=\d)| (?:[^\d\s]{2} ?)?\d+(?=:)| /g, (part) => (part === ' ' ? NO_BREAK_SPACE : part))
    .replace(HALF_OF_DAY, NO_BREAK_SPACE)
  const is_short = kept.length <= LINE_LETTERS
  return (is_short ? kept.replaceAll(' ', NO_BREAK_SPACE) : kept).replace(PARTS_OF_DATES, WORD_JOINER)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because `Intl.DateTimeFormat` is slow to make and a live chart formats its times each second. */
function dateTimeFormat(language: string, style: TimeStyle, time_zone: string | undefined) {
  const key = `${language} ${style} ${time_zone ?? ''}`
  let format = formats.get(key)
  if (!format) {
    const written = style === 'day-time' ? dayTime(language) : STYLES[style]
    const options = time_zone === undefined ? written : { ...written, timeZone: time_zone }
    format = new Intl.DateTimeFormat(language, options)
    formats.set(key, format)
  }
  return format
}

/** Formats a moment (ISO 8601 or Date) in `language` and `time_zone`, by default the device's. */
export function formatTime(
  language: string,
  moment: string | Date,
  style: TimeStyle = 'date-time',
  time_zone?: string,
): string {
  return keepDate(dateTimeFormat(language, style, time_zone).format(new Date(moment)))
}

/**
 * As our texts write figures with their units, where `Intl` does otherwise: in Japanese with no space between them, in
 * Chinese with one. No line breaks there.
 */
function asWritten(language: string, text: string): string {
  if (language === 'ja') return text.replaceAll(/[ \u00a0]/g, '')
  const spaced = language.startsWith('zh') ? text.replaceAll(/(?<=\d) ?(?=\p{Script=Han})/gu, ' ') : text
  return spaced.replaceAll(/(?<=\d) /g, NO_BREAK_SPACE)
}

/** A moment relative to `now`: "2 hours ago", "in 3 days"; "now" if under a minute. */
export function formatRelative(language: string, moment: string | Date, now: Date): string {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const format = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
    asWritten(language, relative.format(value, unit))
  const distance_ms = new Date(moment).getTime() - now.getTime()
  const size_ms = Math.abs(distance_ms)
  if (size_ms < MINUTE_MS) return format(0, 'second')
  if (size_ms < HOUR_MS) return format(Math.trunc(distance_ms / MINUTE_MS), 'minute')
  if (size_ms < DAY_MS) return format(Math.trunc(distance_ms / HOUR_MS), 'hour')
  return format(Math.trunc(distance_ms / DAY_MS), 'day')
}

/** The time until `moment` in its two largest units: "23 hr 12 min", "7 days"; zero minutes once it has passed. */
export function formatRemaining(language: string, moment: string | Date, now: Date): string {
  const remaining_ms = Math.max(0, new Date(moment).getTime() - now.getTime())
  const minutes_total = Math.ceil(remaining_ms / MINUTE_MS)
  const days = Math.floor(minutes_total / (24 * 60))
  const hours = Math.floor(minutes_total / 60) % 24
  const minutes = minutes_total % 60
  const unit = (value: number, name: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' })
      .format(value)
      .replace(' ', NO_BREAK_SPACE)
  const withRest = (whole: string, rest: number, name: 'hour' | 'minute') =>
    asWritten(language, rest === 0 ? whole : `${whole}${NO_BREAK_SPACE}${unit(rest, name)}`)
  if (days > 0) return withRest(unit(days, 'day'), hours, 'hour')
  if (hours > 0) return withRest(unit(hours, 'hour'), minutes, 'minute')
  return asWritten(language, unit(minutes, 'minute'))
}
