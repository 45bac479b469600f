import { createStore } from '@adtally/client/store.ts'
import { type CompleteLanguage, DEFAULT_LANGUAGE, isComplete } from '@adtally/i18n/languages.ts'
import type { BasicConfig } from './basic-config.ts'
import { onStoredElsewhere, readStored, writeStored } from './device/storage.ts'

type LanguageMap = BasicConfig['client_language_map']

/** The same rule for browser codes, before the first basic config. */
const CHINESE_SIMPLIFIED = /^zh(-(cn|sg|hans).*)?$/i
const CHINESE_TRADITIONAL = /^zh-(tw|hk|mo|hant)/i

/**
 * The language whose comma-separated `source` codes contain the first of `codes` that any item has (SPEC §9); `zh-CN`
 * also matches `zh`. Null if none does or it has no texts.
 */
export function matchLanguage(map: LanguageMap, codes: readonly string[]): CompleteLanguage | null {
  for (const code of codes.map((each) => each.toLowerCase())) {
    for (const wanted of [code, code.split('-')[0]]) {
      const item = map.find(({ source }) =>
        source
          .toLowerCase()
          .split(',')
          .some((each) => each.trim() === wanted),
      )
      if (item && isComplete(item.target)) return item.target
    }
  }
  return null
}

function firstLanguage(): CompleteLanguage {
  const stored = readStored('lang')
  if (stored && isComplete(stored)) return stored
  for (const code of navigator.languages) {
    const short = code.split('-')[0] ?? code
    if (isComplete(short)) return short
    if (CHINESE_SIMPLIFIED.test(code)) return 'zh-Hans'
    if (CHINESE_TRADITIONAL.test(code)) return 'zh-Hant'
  }
  return DEFAULT_LANGUAGE
}

/** The current language; stored under `lang` once in use (SPEC §9). */
export const language = createStore<CompleteLanguage>(firstLanguage())

function beginWith(next: CompleteLanguage): void {
  writeStored('lang', next)
  language.set(next)
}

/** Sets the customer's choice and stores it for the next visit. Unknown languages fall back to en. */
export function chooseLanguage(chosen: string): void {
  beginWith(isComplete(chosen) ? chosen : DEFAULT_LANGUAGE)
}

/** Whether a language was chosen on this device, or adopted at an earlier visit. */
export function isLanguageSettled(): boolean {
  return readStored('lang') !== null
}

/** If none was chosen, takes the server's choice from the browser's wishes, else the map's. */
export function adoptLanguage(map: LanguageMap, visitors: string | null): void {
  if (isLanguageSettled()) return
  const known = visitors !== null && isComplete(visitors) ? visitors : null
  beginWith(known ?? matchLanguage(map, navigator.languages) ?? DEFAULT_LANGUAGE)
}

/** Follows choices made in other tabs. */
export function followLanguageOfOtherTabs(): () => void {
  return onStoredElsewhere('lang', () => language.set(firstLanguage()))
}
