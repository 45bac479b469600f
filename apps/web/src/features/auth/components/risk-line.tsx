import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { lossRecordQuery } from '../api/loss-record.ts'

/** Risk first (PRODUCT §2.7): how many settled plans lost money, before anybody opens an account. */
export function RiskLine() {
  const t = useMessages('auth')
  const { data } = useQuery(lossRecordQuery())
  const percent = data?.losing_plans_percent
  return (
    <p role="note" className="flex gap-2 rounded-card bg-hold-soft p-3 text-14 text-hold">
      <Icon name="warning" size={18} color="currentColor" className="mt-0.5 flex-none" />
      <span>
        {percent === null || percent === undefined
          ? t('riskWithoutRecord')
          : t('risk', { percent, plans: data?.settled_plans ?? 0 })}
      </span>
    </p>
  )
}
