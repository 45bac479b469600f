import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { usePercent } from '../../../lib/figures/use-percent.ts'
import { type LossRecord, lossRecordQuery } from '../api/loss-record.ts'

/** Median and quartiles by count and by money; empty before any plan has settled. */
function Results({ record }: { record: LossRecord }) {
  const t = useMessages('auth')
  const percent = usePercent()
  const signed = (value: string | null) => (value === null ? null : percent(value, { signed: true }))
  const [lower, median, upper] = [
    signed(record.result_percent_quartile_1),
    signed(record.result_percent_median),
    signed(record.result_percent_quartile_3),
  ]
  const [lowerByMoney, medianByMoney, upperByMoney] = [
    signed(record.result_percent_quartile_1_by_amount),
    signed(record.result_percent_median_by_amount),
    signed(record.result_percent_quartile_3_by_amount),
  ]
  if (!lower || !median || !upper || !lowerByMoney || !medianByMoney || !upperByMoney) return null
  return (
    <span className="flex flex-col gap-1 text-12">
      <span>{t('riskResults', { lower, median, upper })}</span>
      <span>
        {t('riskResultsByMoney', { lower: lowerByMoney, median: medianByMoney, upper: upperByMoney })}
      </span>
    </span>
  )
}

/** Risk first (PRODUCT §2.7): how many settled plans lost money, before anybody opens an account. */
export function RiskLine() {
  const t = useMessages('auth')
  const { data } = useQuery(lossRecordQuery())
  const percent = usePercent()
  const losing = data?.losing_plans_percent
  return (
    <p role="note" className="flex gap-2 rounded-card bg-hold-soft p-3 text-14 text-hold">
      <Icon name="warning" size={18} color="currentColor" className="mt-0.5 flex-none" />
      <span className="flex flex-col gap-1">
        <span>
          {losing === null || losing === undefined
            ? t('riskWithoutRecord')
            : t('risk', { percent: percent(losing), plans: data?.settled_plans ?? 0 })}
        </span>
        {data && <Results record={data} />}
      </span>
    </p>
  )
}
