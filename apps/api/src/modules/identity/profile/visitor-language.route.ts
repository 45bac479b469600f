import { visitorLanguage } from '@adtally/contract/identity/identity-hybrid.ts'
import { DEFAULT_LANGUAGE } from '@adtally/i18n/languages.ts'
import { publicRoute } from '../../route.ts'
import { CLIENT_LANGUAGE_MAP } from './language-map.ts'

/** `GET /auth/v2/lang`: only a language that `client_language_map` offers (SPEC §9). */
export const visitorLanguageRoute = publicRoute(visitorLanguage, (_input, { language }) => {
  const is_offered = CLIENT_LANGUAGE_MAP.some(({ target }) => target === language)
  return { lang: is_offered ? language : DEFAULT_LANGUAGE }
})
