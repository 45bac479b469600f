import { DAY_MS } from '../../../apps/api/src/lib/time-zones.ts'

const LANGUAGE = 'en'
const WORD = /[A-Za-z]{2,}/g
/** An accented letter, or the brackets of a message that consists of arguments. */
const PSEUDO = /[^\P{L}A-Za-z]|^\[.*\]$/u
const MONTHS = 12
const ARGUMENT_LENGTH_MIN = 3
/** Hashes and ids may have punctuation around them; a shorter text has to be a whole text of the server's. */
const IDENTIFIER_LENGTH_MIN = 16

/**
 * Whether a text of a page in the pseudo-language was hard-coded: it has unaccented words that are not data. Texts of
 * the server may stand alone or fill a message's arguments; `Intl` names months, units, currencies and the like.
 */
export function isHardCoded(text: string, server_texts: ReadonlySet<string>): boolean {
  const words = text.match(WORD) ?? []
  if (words.length === 0 || server_texts.has(text.trim())) return false
  const is_message = PSEUDO.test(text)
  const length_min = is_message ? ARGUMENT_LENGTH_MIN : IDENTIFIER_LENGTH_MIN
  const data = [...server_texts].filter((each) => each.length >= length_min && text.includes(each))
  const rest = data
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, each) => left.replaceAll(each, ' '), text)
  // A browser may add a second name in brackets.
  if (INTL_NAMES.has(rest.trim().replace(/ \([^()]+\)$/, ''))) return false
  return (rest.match(WORD) ?? []).some((word) => !INTL_WORDS.has(word))
}

const regions = regionNames()
const INTL_NAMES: ReadonlySet<string> = new Set([...regions, ...Intl.supportedValuesOf('timeZone')])
const INTL_WORDS: ReadonlySet<string> = intlWords()

/** Countries and territories by code, from a list of telephone codes; browsers use the short names. */
function regionNames(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return (['long', 'short'] as const).flatMap((style) => {
    const names = new Intl.DisplayNames(LANGUAGE, { type: 'region', fallback: 'none', style })
    return codes.flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [code, name]
    })
  })
}

/** Words of dates, times, durations and currencies. */
function intlWords(): Set<string> {
  const texts: string[] = []
  for (let month = 0; month < MONTHS; month += 1) {
    for (const style of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(LANGUAGE, { month: style, weekday: style, hour: 'numeric' })
      for (let day = 0; day < 7; day += 1)
        texts.push(format.format(Date.UTC(2026, month, 1) + day * 1.5 * DAY_MS))
    }
  }
  const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' })
  for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const) {
    for (const count of [-2, -1, 0, 1, 2]) texts.push(relative.format(count, unit))
    for (const display of ['long', 'short', 'narrow'] as const) {
      for (const count of [1, 2]) {
        const format = new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit, unitDisplay: display })
        texts.push(format.format(count))
      }
    }
  }
  texts.push(...Intl.supportedValuesOf('currency'), 'UTC', 'GMT')
  return new Set(texts.flatMap((text) => text.match(WORD) ?? []))
}
