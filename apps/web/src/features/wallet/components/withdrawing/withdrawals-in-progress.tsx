import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { part } from '@adtally/ui/part.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { TitledCard } from '../../../../components/titled.tsx'
import { useEachMinute } from '../../../../lib/use-each-minute.ts'
import { isInProgress, type Withdrawal, withdrawalsQuery } from '../../api/withdrawals.ts'

const WithdrawalSheet = part(() => import('./withdrawal-sheet.tsx'))

/** The text of a withdrawal's clock now. */
function useClockText(): (withdrawal: Withdrawal) => string {
  const t = useMessages('wallet')
  const { remaining, time } = useFormatters()
  useEachMinute()
  return ({ status, hold, send_by, sent_at }) => {
    if (hold?.deadline) return t('heldFor', { remaining: remaining(hold.deadline) })
    if (status === 'sent') return t('sentAt', { at: time(sent_at ?? send_by) })
    return t('sentWithin', { remaining: remaining(send_by) })
  }
}

/** Withdrawals in progress, each with its clock; a tap shows one in full, where it can be cancelled. */
export function WithdrawalsInProgress({ currency }: { currency: string }) {
  const t = useMessages('wallet')
  const clockText = useClockText()
  const query = useQuery(withdrawalsQuery())
  const [open_id, setOpenId] = useState<string | null>(null)
  const items = query.data?.items ?? []
  const running = items.filter(isInProgress)
  const opened = items.find(({ withdrawal_id }) => withdrawal_id === open_id)
  return (
    <>
      {running.length > 0 && (
        <TitledCard title={t('inProgress')} look="plain" className="pb-1">
          <ul className="divide-y divide-line">
            {running.map((one) => (
              <li key={one.withdrawal_id}>
                <ListRow
                  sheet
                  onClick={() => setOpenId(one.withdrawal_id)}
                  title={<Amount value={one.amount} currency={currency} className="font-medium" />}
                  detail={clockText(one)}
                  trailing={
                    <Chip tone={one.hold ? 'hold' : 'accent'}>{t(`withdrawalStatus.${one.status}`)}</Chip>
                  }
                />
              </li>
            ))}
          </ul>
        </TitledCard>
      )}
      {opened && (
        <Suspense>
          <WithdrawalSheet withdrawal={opened} currency={currency} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  )
}
