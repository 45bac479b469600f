import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { StoredImages } from '../../../components/stored-image.tsx'
import { TitledSection } from '../../../components/titled.tsx'
import type { ExchangeOrder } from '../api/orders.ts'

/** The evidence of both sides, oldest first; empty if there is none. */
export function OrderEvidence({ evidence }: Pick<ExchangeOrder, 'evidence'>) {
  const t = useMessages('exchange')
  const ui = useMessages('ui')
  const { time } = useFormatters()
  if (evidence.length === 0) return null
  return (
    <TitledSection title={t('evidence.title')} level="h3" className="flex flex-col gap-2">
      {evidence.map(({ evidence_id, party, note, images, at }) => (
        <div key={evidence_id} className="flex flex-col gap-1 rounded-control bg-canvas px-3 py-2">
          <p className="text-12 text-muted">
            {t(`evidence.${party}`) + ui('separator')}
            <time dateTime={at}>{time(at)}</time>
          </p>
          <p className="text-14 wrap-anywhere whitespace-pre-wrap">{note}</p>
          <StoredImages images={images} />
        </div>
      ))}
    </TitledSection>
  )
}
