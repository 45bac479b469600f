import type { Language } from '@adtally/contract/enums.ts'

export interface Spoken<Text> {
  language: Language
  text: Text
}

/** The languages to try in turn: the reader's, for Chinese the other script, then English (PRODUCT §14). */
export function fallbacks(language: Language): Language[] {
  const chinese: readonly Language[] = ['zh-Hant', 'zh-Hans']
  const related = chinese.includes(language) ? chinese : []
  return [...new Set<Language>([language, ...related, 'en'])]
}

/** The text in the first fallback language that has it; throws where even English lacks it. */
export function inLanguage<Text>(texts: Partial<Record<Language, Text>>, language: Language): Spoken<Text> {
  for (const each of fallbacks(language)) {
    const text = texts[each]
    if (text !== undefined) return { language: each, text }
  }
  throw new Error('a text is missing in English')
}
