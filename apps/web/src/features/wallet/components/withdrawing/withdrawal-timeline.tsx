import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Timeline } from '@adtally/ui/timeline.tsx'
import { useQuery } from '@tanstack/react-query'
import { withdrawalsQuery } from '../../api/withdrawals.ts'
import { BankLink } from './bank-link.tsx'
import { useWithdrawalSteps } from './withdrawal-steps.ts'

/** The steps of a recent withdrawal, down to the bank line that confirmed it. */
export function WithdrawalTimeline({ withdrawal_id }: { withdrawal_id: string }) {
  const t = useMessages('wallet')
  const stepsOf = useWithdrawalSteps()
  const { data } = useQuery(withdrawalsQuery())
  const withdrawal = data?.items.find((one) => one.withdrawal_id === withdrawal_id)
  if (!withdrawal) return null
  return (
    <div className="mt-5">
      <h3 className="mb-3 text-14 font-medium">{t('withdrawalNumber', { number: withdrawal.number })}</h3>
      <Timeline label={t('timeline')} steps={stepsOf(withdrawal)} />
      <BankLink withdrawal={withdrawal} />
    </div>
  )
}
