import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocale } from 'use-intl/react'
import { LanguageSheet } from '../../../components/header/language-sheet.tsx'
import { basic_config } from '../../../lib/basic-config.ts'
import {
  APPEARANCES,
  appearance,
  chooseAppearance,
  chooseTextSize,
  TEXT_SIZES,
  text_size,
} from '../../../lib/device/appearance.ts'
import { Section } from './section.tsx'

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="py-2">
      <legend className="text-14 text-muted">{label}</legend>
      <div className="flex flex-wrap gap-x-2">{children}</div>
    </fieldset>
  )
}

/** Text size, appearance and language; stored on this device. */
export function DisplaySettings() {
  const t = useMessages('customer')
  const present = useLocale()
  const languages = useStore(basic_config)?.client_language_map
  const shownAppearance = useStore(appearance)
  const shownSize = useStore(text_size)
  const [choosing, setChoosing] = useState(false)
  return (
    <Section title={t('display')}>
      <Choice label={t('textSize')}>
        {TEXT_SIZES.map((size) => (
          <FilterChip key={size} selected={size === shownSize} onClick={() => chooseTextSize(size)}>
            {t(`textSizes.${size}`)}
          </FilterChip>
        ))}
      </Choice>
      <Choice label={t('appearance')}>
        {APPEARANCES.map((each) => (
          <FilterChip key={each} selected={each === shownAppearance} onClick={() => chooseAppearance(each)}>
            {t(`appearances.${each}`)}
          </FilterChip>
        ))}
      </Choice>
      <ListRow
        title={t('language')}
        detail={languages?.find(({ target }) => target === present)?.description ?? present}
        sheet
        onClick={() => setChoosing(true)}
      />
      <Suspense>{choosing && <LanguageSheet onClose={() => setChoosing(false)} />}</Suspense>
    </Section>
  )
}
