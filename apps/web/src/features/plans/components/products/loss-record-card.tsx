import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { useLossLine } from '../../../../components/charts/loss-line.tsx'
import { LossResults } from '../../../../components/charts/loss-results.tsx'
import { TitledCard } from '../../../../components/titled.tsx'
import type { LossRecord } from '../../api/products.ts'

/** How settled plans ended, first and plainly (PRODUCT §2.7): how many lost, how much, and whose plans these are. */
export function LossRecordCard({ record, related }: { record: LossRecord; related: boolean }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const lossLine = useLossLine()
  return (
    <TitledCard title={t('record.title')} look="muted" className="flex flex-col gap-3">
      <p className="text-20 font-semibold">{lossLine(record)}</p>
      {record.basis !== 'product' && record.settled_plans > 0 && (
        <p className="text-14 text-hold">{t(`record.standIn.${record.basis}`)}</p>
      )}
      <LossResults record={record} />
      <p className="text-12 text-muted">
        {record.settled_plans === 0
          ? t('risks.whole')
          : t('record.period', {
              since: format.time(record.since, 'date'),
              until: format.time(record.as_of, 'date'),
            })}
      </p>
      {related && <Banner tone="hold">{t('relatedPartyMeaning')}</Banner>}
    </TitledCard>
  )
}
