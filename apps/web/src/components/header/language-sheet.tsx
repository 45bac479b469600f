import { useStore } from '@adtally/client/store.ts'
import { isComplete } from '@adtally/i18n/languages.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { useLocale } from 'use-intl/react'
import { basic_config } from '../../lib/basic-config.ts'
import { chooseLanguage } from '../../lib/language.ts'
import { Sheet } from './lazy-dialogs.tsx'

/** The basic config's languages that have texts; a tap changes the language at once (SPEC §2). */
export function LanguageSheet({ onClose }: { onClose: () => void }) {
  const t = useMessages('shell')
  const present = useLocale()
  const items = useStore(basic_config)?.client_language_map.filter(({ target }) => isComplete(target)) ?? []
  return (
    <Sheet open onClose={onClose} title={t('languageChoice')}>
      {items.map(({ target, description }) => (
        <ListRow
          key={target}
          title={<span lang={target}>{description}</span>}
          selected={target === present}
          onClick={() => {
            chooseLanguage(target)
            onClose()
          }}
        />
      ))}
    </Sheet>
  )
}
