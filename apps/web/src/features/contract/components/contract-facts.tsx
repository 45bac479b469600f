import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useLocale } from 'use-intl/react'
import { CopyButton } from '../../../components/fields/copy-button.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import type { Contract } from '../api/contract.ts'
import { useTextVersion } from './use-text-version.ts'

/** When and in which language a contract was signed, and the sealed file's hash, which identifies it anywhere. */
export function ContractFacts({ contract }: { contract: Contract }) {
  const t = useMessages('contract')
  const { time } = useFormatters()
  const reader_language = useLocale()
  const textVersion = useTextVersion()
  const { signed_at, sealed_sha256, language } = contract
  if (signed_at === null || sealed_sha256 === null) return null
  const language_name = new Intl.DisplayNames(reader_language, { type: 'language' }).of(language) ?? language
  return (
    <TermList
      terms={[
        { label: t('signedAt'), value: time(signed_at, 'date-time') },
        { label: t('language'), value: language_name },
        { label: t('text'), value: textVersion(contract) },
        {
          label: 'SHA-256',
          value: (
            <span className="inline-flex items-center justify-end">
              <code className="text-14">{`${sealed_sha256.slice(0, 8)}…${sealed_sha256.slice(-8)}`}</code>
              <CopyButton text={sealed_sha256} label="SHA-256" trailing />
            </span>
          ),
        },
      ]}
    />
  )
}
