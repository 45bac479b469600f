import type { OutputOf } from '@adtally/contract/call.ts'
import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import type { basicConfig } from '@adtally/contract/identity/identity.ts'
import { isComplete } from '@adtally/i18n/languages.ts'

/** Codes by which browsers and host apps name a language, and its own name. */
const SOURCES: Record<Language, { source: string; description: string }> = {
  'zh-Hant': {
    source: 'zh-Hant,zh-TW,zh-HK,zh-MO,zh-Hant-TW,zh-Hant-HK,zh-Hant-MO',
    description: '繁體中文',
  },
  'zh-Hans': { source: 'zh-Hans,zh,zh-CN,zh-SG,zh-Hans-CN,zh-Hans-SG', description: '简体中文' },
  de: { source: 'de,de-DE,de-AT,de-CH', description: 'Deutsch' },
  en: { source: 'en,en-US,en-GB,en-AU,en-CA,en-IN,en-NZ,en-SG', description: 'English' },
  fr: { source: 'fr,fr-FR,fr-BE,fr-CA,fr-CH', description: 'Français' },
  ja: { source: 'ja,ja-JP', description: '日本語' },
  ko: { source: 'ko,ko-KR', description: '한국어' },
  pt: { source: 'pt,pt-BR,pt-PT', description: 'Português' },
  ru: { source: 'ru,ru-RU', description: 'Русский' },
  es: { source: 'es,es-ES,es-419,es-AR,es-CO,es-MX,es-US', description: 'Español' },
  th: { source: 'th,th-TH', description: 'ไทย' },
  vi: { source: 'vi,vi-VN', description: 'Tiếng Việt' },
}

/** The languages offered (SPEC §9): only those with complete texts. */
export const CLIENT_LANGUAGE_MAP: OutputOf<typeof basicConfig>['client_language_map'] = LANGUAGES.filter(
  isComplete,
).map((target) => ({ target, ...SOURCES[target] }))
