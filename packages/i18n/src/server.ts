import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import format, { type CompiledMessage } from 'icu-minify/format'
import { flatten, type KeyOf } from './catalogue.ts'
import { keepDate, localeOfTimes } from './format-time.ts'
import { FORMATS } from './formats.ts'
import { keepText, withoutJoiners } from './keep-words.ts'
import { COMPLETE_LANGUAGES, languageOrDefault } from './languages.ts'
import type { ServerMessages } from './messages.ts'

/** `refusals.<reason>`, `notifications.<name>.title` … */
export type ServerKey = KeyOf<ServerMessages>

const catalogues = new Map(
  COMPLETE_LANGUAGES.map((language) => [
    language,
    flatten(
      JSON.parse(readFileSync(new URL(`./catalogues/${language}/server.json`, import.meta.url), 'utf8')),
    ),
  ]),
)
const compiled = new Map<string, CompiledMessage>()

/** The zone for a text's times. */
export interface TextZone {
  /** An IANA name. */
  name: string
  /** Whether to write it after each time: when the reader's screen has another zone, or none is known. */
  is_named: boolean
}

/** Formats a moment with its date on one line. */
class MomentFormat extends Intl.DateTimeFormat {
  override format(moment?: Date | number): string {
    return keepDate(super.format(moment))
  }
}

/** Formats a moment with its zone after it: `Intl` adds zone names only in styles that our texts don't use. */
class NamedZoneFormat extends MomentFormat {
  override format(moment?: Date | number): string {
    const { locale, timeZone } = this.resolvedOptions()
    const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
      .formatToParts(moment)
      .find(({ type }) => type === 'timeZoneName')
    return `${super.format(moment)} ${zone?.value ?? timeZone}`
  }
}

/**
 * The locale of the server's dates. The server knows no reader's region, and `Intl` takes plain English for American,
 * whose order of month and day the rest of the English-speaking world does not use.
 */
export function localeOfDates(language: string): string {
  return language === 'en' ? 'en-GB' : localeOfTimes(language, [])
}

type DateTimeOptions = [locales: string | string[], options?: Intl.DateTimeFormatOptions]

const formatters = {
  getDateTimeFormat: (...[language, options]: DateTimeOptions) =>
    new MomentFormat(localeOfDates(String(language)), options),
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...options),
}
const naming_formatters = {
  ...formatters,
  getDateTimeFormat: (...[language, options]: DateTimeOptions) =>
    new NamedZoneFormat(localeOfDates(String(language)), options),
}

/**
 * The server's message `key` in `language`, or in `en` if that has no catalogue. `values` are its ICU arguments;
 * throws if one is missing, since a text with a gap must never reach a customer. Times are in `zone`, or if none is
 * given in UTC, which the text then names.
 */
export function message(
  language: string,
  key: ServerKey,
  values: Record<string, string | number | Date> = {},
  zone: TextZone = { name: 'UTC', is_named: true },
): string {
  const known = languageOrDefault(language)
  const cacheKey = `${known}:${key}`
  let ready = compiled.get(cacheKey)
  if (ready === undefined) {
    const text = catalogues.get(known)?.get(key)
    if (text === undefined) throw new Error(`There is no message ${key} in ${known}`)
    ready = compile(keepText(known, text))
    compiled.set(cacheKey, ready)
  }
  const formatted = format<string>(ready, known, withoutHoles(key, values), {
    formats: FORMATS,
    formatters: zone.is_named ? naming_formatters : formatters,
    timeZone: zone.name,
  })
  return Array.isArray(formatted) ? formatted.join('') : formatted
}

/**
 * As `message`, for what is copied from or shown outside a browser (files, letters, a device's notices): without the
 * invisible characters that keep words whole at line ends, which a search would not match and some programs draw.
 */
export function plainMessage(...asked: Parameters<typeof message>): string {
  return withoutJoiners(message(...asked))
}

/** Names of values that plurals count. */
const COUNTED = /_hours$/

/** Throws for missing values, for which the library writes "undefined" outside development. */
function withoutHoles(key: ServerKey, values: Record<string, string | number | Date>): typeof values {
  return new Proxy(values, {
    get(given, name) {
      const value: unknown = Reflect.get(given, name)
      if (value === undefined) throw new Error(`the message ${key} lacks its ${String(name)}`)
      // A notice stores all values as text, but a plural counts numbers.
      return typeof value === 'string' && COUNTED.test(String(name)) ? Number(value) : value
    },
  })
}

/** Whether the server's catalogues have a message of this key. */
export function isServerKey(key: string): key is ServerKey {
  return catalogues.get('en')?.has(key) ?? false
}
