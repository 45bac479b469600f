import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'

/** A text's version and since when it is in force; the program's own text has no date. */
export function TextVersion({ version, since }: { version: number; since: string | null }) {
  const t = useMessages('faq')
  const { time } = useFormatters()
  return (
    <p className="text-12 text-muted">
      {since === null
        ? t('textVersion', { version })
        : t('textSince', { version, date: time(since, 'date') })}
    </p>
  )
}
