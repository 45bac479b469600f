import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { showToast } from '@adtally/ui/toast-store.ts'
import { FactorPinSheet, type PinAndFactor } from '../../../components/fields/factor-pin-sheet.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { type MoneyAct, useMoneyAct } from '../api/order-acts.ts'
import type { ExchangeOrder } from '../api/orders.ts'

const RESET = `/wallet/set-password?mode=reset&next=${encodeURIComponent('/wallet/foreign-exchange')}`

interface ProveSheetProps {
  order: ExchangeOrder
  act: MoneyAct
  onDone: () => void
  onClose: () => void
}

/** The last step before money moves: what goes where, and the transaction password. */
export default function ProveSheet({ order, act, onDone, onClose }: ProveSheetProps) {
  const t = useMessages('exchange')
  const format = useFormatters()
  const currency = useCurrency()
  const send = useMoneyAct(order.order_id, act)
  const values = {
    amount: format.money(order.amount, currency),
    receive: format.money(order.receive_amount, order.receive_currency),
    acceptor: order.acceptor_name,
  }
  const confirm = (entered: PinAndFactor) =>
    send.mutate(entered, {
      onSuccess: () => {
        showToast(t(act === 'confirm' ? 'act.confirmed' : 'act.completed'), 'positive')
        onDone()
      },
    })
  return (
    <FactorPinSheet
      action={act === 'confirm' ? t('offer.confirm', values) : t('act.arrived', values)}
      busy={send.isPending}
      error={send.error}
      lost={t('act.connectionLost')}
      codeLabel={t('act.code')}
      resetTo={RESET}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-center text-14 text-muted">
        {act === 'confirm' ? t('offer.confirmLine', values) : t('act.arrivedLine', values)}
      </p>
    </FactorPinSheet>
  )
}
