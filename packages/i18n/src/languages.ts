/** Languages with complete catalogues, which a check compares with `en` key by key. */
export const COMPLETE_LANGUAGES = [
  'en',
  'zh-Hans',
  'zh-Hant',
  'de',
  'fr',
  'ja',
  'ko',
  'pt',
  'ru',
  'es',
  'th',
  'vi',
] as const
export type CompleteLanguage = (typeof COMPLETE_LANGUAGES)[number]

/** Languages of the console, which no customer sees; any other of ours begins with a folder of catalogues. */
export const CONSOLE_LANGUAGES = ['en', 'zh-Hans'] as const satisfies readonly CompleteLanguage[]
export type ConsoleLanguage = (typeof CONSOLE_LANGUAGES)[number]

/** SPEC §9. */
export const DEFAULT_LANGUAGE: CompleteLanguage = 'en'

/** Whether there are texts in `language`. */
export function isComplete(language: string): language is CompleteLanguage {
  return COMPLETE_LANGUAGES.some((known) => known === language)
}

/** `language` if there are texts in it, else the default (SPEC §9: "falling back to en"). */
export function languageOrDefault(language: string): CompleteLanguage {
  return isComplete(language) ? language : DEFAULT_LANGUAGE
}
