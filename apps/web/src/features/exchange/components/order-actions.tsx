import { useStore } from '@adtally/client/store.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { LinkRow } from '../../../components/link-row.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { session } from '../../../lib/session/session.ts'
import type { MoneyAct } from '../api/order-acts.ts'
import type { ExchangeOrder } from '../api/orders.ts'

const ProveSheet = part(() => import('./prove-sheet.tsx'))
const DisputeForm = part(() => import('./dispute-form.tsx'))

const SET_PASSWORD = `/wallet/set-password?next=${encodeURIComponent('/wallet/foreign-exchange')}`

/** The states of an order that is not over. */
function openStatus({ status, deadline }: ExchangeOrder) {
  if (deadline === null) return null
  if (status === 'offered') return new Date(deadline) > currentTime() ? status : null
  return status === 'escrowed' || status === 'paid' || status === 'disputed' ? status : null
}

interface OrderActionsProps {
  order: ExchangeOrder
  onConfirmed?: () => void
}

/** An order's next step, its deadline, and the customer's actions. */
export function OrderActions({ order, onConfirmed }: OrderActionsProps) {
  const t = useMessages('exchange')
  const format = useFormatters()
  const currency = useCurrency()
  const passwordIsSet = useStore(session)?.user?.transaction_password_set !== false
  const [proving, setProving] = useState<MoneyAct | null>(null)
  const [disputing, setDisputing] = useState(false)
  const status = openStatus(order)
  if (status === null || order.deadline === null) return null
  const values = {
    amount: format.money(order.amount, currency),
    receive: format.money(order.receive_amount, order.receive_currency),
    at: format.time(order.deadline),
  }
  const act = status === 'offered' ? 'confirm' : 'complete'
  return (
    <div className="flex flex-col gap-3">
      <Banner tone={status === 'offered' ? 'info' : 'hold'}>
        <p>{t(`act.${status}`, values)}</p>
        {status === 'offered' && <p>{t('offer.meaning', values)}</p>}
      </Banner>
      {status !== 'escrowed' &&
        (passwordIsSet ? (
          <ConnectedButton
            variant={status === 'disputed' ? 'secondary' : 'primary'}
            aria-haspopup="dialog"
            onClick={() => setProving(act)}
          >
            {act === 'confirm' ? t('offer.confirm', values) : t('act.arrived', values)}
          </ConnectedButton>
        ) : (
          <LinkRow
            to={SET_PASSWORD}
            title={t('offer.passwordFirst')}
            detail={t('offer.passwordFirstDetail')}
          />
        ))}
      {(status === 'paid' || status === 'disputed') && !disputing && (
        <Button block variant="secondary" onClick={() => setDisputing(true)}>
          {t(status === 'paid' ? 'act.notArrived' : 'act.moreEvidence')}
        </Button>
      )}
      <Suspense>
        {disputing && <DisputeForm order={order} onDone={() => setDisputing(false)} />}
        {proving && (
          <ProveSheet
            order={order}
            act={proving}
            onClose={() => setProving(null)}
            onDone={() => {
              setProving(null)
              if (proving === 'confirm') onConfirmed?.()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
