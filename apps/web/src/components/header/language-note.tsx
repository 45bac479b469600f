import { useStore } from '@adtally/client/store.ts'
import type { Language } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { useLocale } from 'use-intl/react'
import { basic_config } from '../../lib/basic-config.ts'

/** Names a text's language if it is not the current one (PRODUCT §14). */
export function LanguageNote({ language }: { language: Language }) {
  const t = useMessages('faq')
  const present = useLocale()
  const known = useStore(basic_config)?.client_language_map
  if (language === present) return null
  const name = known?.find(({ target }) => target === language)?.description ?? language
  return <Banner icon="globe">{t('otherLanguage', { language: name })}</Banner>
}
