import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { Contract } from '../api/contract.ts'

/** A contract's text version and since when it is in force; the program's own text has no date. */
export function useTextVersion(): (contract: Pick<Contract, 'text_version' | 'text_since'>) => string {
  const t = useMessages('contract')
  const { time } = useFormatters()
  return ({ text_version: version, text_since: since }) =>
    since === null ? t('textVersion', { version }) : t('textSince', { version, date: time(since, 'date') })
}
