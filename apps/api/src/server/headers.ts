import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { DEFAULT_LANGUAGE } from '@adtally/i18n/languages.ts'

const CACHE_MAX = 1_000

/** Remembers answers for texts that come again and again; forgets all when a flood of others fills it. */
export function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = answer(text)
    if (known.size >= CACHE_MAX) known.clear()
    known.set(text, result)
    return result
  }
}

const readLanguage = remembered((header): Language => {
  const wishes = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/\s*;\s*q=/)
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality)
  for (const { tag } of wishes) {
    const language = languageOfTag(tag)
    if (language) return language
  }
  return DEFAULT_LANGUAGE
})

function languageOfTag(tag: string): Language | undefined {
  if (tag === 'zh' || tag.startsWith('zh-')) return /hant|tw|hk|mo/.test(tag) ? 'zh-Hant' : 'zh-Hans'
  return LANGUAGES.find((language) => language === tag.split('-')[0])
}

/** The best of our languages for an Accept-Language header, by its qualities; `en` where none fits (SPEC §9). */
export function languageOf(header: string | undefined): Language {
  return header === undefined ? DEFAULT_LANGUAGE : readLanguage(header)
}

const readTimeZone = remembered((header): string => {
  const name = header.slice(0, 80).split(' ')[0] ?? ''
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
})

/** The IANA zone of an X-TZ header such as `Asia/Bangkok GMT+07:00` (SPEC §7); `UTC` for anything else. */
export function timeZoneOf(header: string | undefined): string {
  return header === undefined ? 'UTC' : readTimeZone(header)
}

let second = -1
let text = ''

/** An HTTP date, made once a second. */
export function httpDate(now_ms: number): string {
  const now_s = Math.floor(now_ms / 1000)
  if (now_s !== second) {
    second = now_s
    text = new Date(now_s * 1000).toUTCString()
  }
  return text
}
