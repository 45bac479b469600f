import type { lossRecord } from '@adtally/contract/plans/plans.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type * as z from 'zod/mini'
import { usePercent } from '../../lib/figures/use-percent.ts'
import { TermList } from '../words/term-list.tsx'
import { QuartilePlot } from './quartile-plot.tsx'

/** Quartiles of settled plans by count and by money, and the losses (PRODUCT §2.7); empty before any has settled. */
export function LossResults({ record }: { record: Omit<z.infer<typeof lossRecord>, 'basis'> }) {
  const t = useMessages('plan')
  const percent = usePercent()
  const { result_percent_quartile_1, result_percent_median, result_percent_quartile_3 } = record
  if (!result_percent_quartile_1 || !result_percent_median || !result_percent_quartile_3) return null
  const columns = [
    { label: t('record.quartile1'), value: result_percent_quartile_1 },
    { label: t('record.median'), value: result_percent_median },
    { label: t('record.quartile3'), value: result_percent_quartile_3 },
  ]
  const by_money = [
    { label: t('record.quartile1ByMoney'), value: record.result_percent_quartile_1_by_amount },
    { label: t('record.medianByMoney'), value: record.result_percent_median_by_amount },
    { label: t('record.quartile3ByMoney'), value: record.result_percent_quartile_3_by_amount },
  ]
  const lost = record.losing_amount_percent
  const related = record.related_spend_percent
  return (
    <>
      <dl className="flex flex-wrap gap-x-3">
        {columns.map(({ label, value }) => (
          <div key={label} className="flex max-w-full flex-[1_1_4rem] flex-col wrap-break-word">
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="mt-auto text-20 font-medium">{percent(value, { signed: true })}</dd>
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
          ...by_money.flatMap(({ label, value }) =>
            value ? [{ label, value: percent(value, { signed: true }) }] : [],
          ),
          ...(lost ? [{ label: t('record.lostOfPlaced'), value: percent(lost) }] : []),
          ...(related ? [{ label: t('record.relatedSpend'), value: percent(related) }] : []),
        ]}
      />
    </>
  )
}
