import { createStore } from '@adtally/client/store.ts'
import { CONSOLE_LANGUAGES, type ConsoleLanguage } from '@adtally/i18n/languages.ts'

const KEY = 'console_language'

/** `code` as one of the console's languages; any Chinese is simplified Chinese. */
function known(code: string | null): ConsoleLanguage | null {
  if (code !== null && /^zh(-|$)/i.test(code)) return 'zh-Hans'
  return CONSOLE_LANGUAGES.find((one) => one === code?.split('-')[0]) ?? null
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function firstLanguage(): ConsoleLanguage {
  for (const code of [stored(), ...navigator.languages]) {
    const language = known(code)
    if (language) return language
  }
  return 'en'
}

/** The language that is wanted. */
export const language = createStore<ConsoleLanguage>(firstLanguage())

/** Takes a choice, and keeps it on the device. */
export function chooseLanguage(code: string): void {
  const chosen = known(code) ?? 'en'
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // It then lasts as long as the page.
  }
  language.set(chosen)
}
