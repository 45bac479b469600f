import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { usePercent } from '../../../lib/use-percent.ts'
import type { LossRecord } from '../api/products.ts'
import { useLossLine } from './loss-line.tsx'
import { QuartilePlot } from './quartile-plot.tsx'
import { TermList } from './term-list.tsx'

function Results({ record }: { record: LossRecord }) {
  const t = useMessages('plan')
  const percent = usePercent()
  const { result_percent_quartile_1, result_percent_median, result_percent_quartile_3 } = record
  if (!result_percent_quartile_1 || !result_percent_median || !result_percent_quartile_3) return null
  const columns = [
    { label: t('record.quartile1'), value: result_percent_quartile_1 },
    { label: t('record.median'), value: result_percent_median },
    { label: t('record.quartile3'), value: result_percent_quartile_3 },
  ]
  const by_money = record.result_percent_median_by_amount
  const lost = record.losing_amount_percent
  const related = record.related_spend_percent
  return (
    <>
      <dl className="grid grid-cols-3 gap-x-3">
        {columns.map(({ label, value }) => (
          <div key={label} className="flex flex-col">
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="text-20 font-medium">{percent(value, { signed: true })}</dd>
          </div>
        ))}
      </dl>
      <QuartilePlot
        quartile_1={Number(result_percent_quartile_1)}
        median={Number(result_percent_median)}
        quartile_3={Number(result_percent_quartile_3)}
        formatPercent={(value) => percent(value, { signed: true })}
      />
      <TermList
        terms={[
          ...(by_money
            ? [{ label: t('record.medianByMoney'), value: percent(by_money, { signed: true }) }]
            : []),
          ...(lost ? [{ label: t('record.lostOfPlaced'), value: percent(lost) }] : []),
          ...(related ? [{ label: t('record.relatedSpend'), value: percent(related) }] : []),
        ]}
      />
    </>
  )
}

/** How settled plans ended, first and plain (PRODUCT §2.7): who lost, by how much, whose plans these are. */
export function LossRecordCard({ record, related }: { record: LossRecord; related: boolean }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const lossLine = useLossLine()
  return (
    <Card aria-labelledby="loss-record" className="flex flex-col gap-3">
      <h2 id="loss-record" className="text-14 font-medium text-muted">
        {t('record.title')}
      </h2>
      <p className="text-20 font-semibold">{lossLine(record)}</p>
      {record.basis !== 'product' && record.settled_plans > 0 && (
        <p className="text-14 text-hold">{t(`record.standIn.${record.basis}`)}</p>
      )}
      <Results record={record} />
      <p className="text-12 text-muted">
        {record.settled_plans === 0
          ? t('risks.whole')
          : t('record.period', {
              since: format.time(record.since, 'date'),
              until: format.time(record.as_of, 'date'),
            })}
      </p>
      {related && <Banner tone="hold">{t('relatedPartyMeaning')}</Banner>}
    </Card>
  )
}
