import type { Language } from '@adtally/contract/enums.ts'

/** A text, and the language that it is in. */
export interface Spoken<Text> {
  language: Language
  text: Text
}

/** The languages to look in, in turn: one's own, for Chinese the other script, then English (PRODUCT §14). */
export function fallbacks(language: Language): Language[] {
  const chinese: readonly Language[] = ['zh-Hant', 'zh-Hans']
  const related = chinese.includes(language) ? chinese : []
  return [...new Set<Language>([language, ...related, 'en'])]
}

/** The first text that there is; throws where there is not even an English one. */
export function inLanguage<Text>(texts: Partial<Record<Language, Text>>, language: Language): Spoken<Text> {
  for (const each of fallbacks(language)) {
    const text = texts[each]
    if (text !== undefined) return { language: each, text }
  }
  throw new Error('a text is missing in English')
}
