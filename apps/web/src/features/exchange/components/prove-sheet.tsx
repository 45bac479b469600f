import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useState } from 'react'
import { PinSheet } from '../../../components/pin-sheet.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { PasskeyUnused } from '../../../lib/passkeys.ts'
import { useCurrency } from '../../../lib/use-currency.ts'
import { type PinFailure, pinFailure } from '../../../lib/use-pin-lock.ts'
import { type MoneyAct, useMoneyAct } from '../api/order-acts.ts'
import type { ExchangeOrder } from '../api/orders.ts'

const RESET = `/wallet/set-password?mode=reset&next=${encodeURIComponent('/wallet/foreign-exchange')}`

/** A reset transaction password waits a day (PRODUCT §7). */
const WAITS = 'transaction_password_recently_reset'

interface ProveSheetProps {
  order: ExchangeOrder
  act: MoneyAct
  onDone: () => void
  onClose: () => void
}

/** The last step before money moves: what goes where, and the transaction password. */
export default function ProveSheet({ order, act, onDone, onClose }: ProveSheetProps) {
  const t = useMessages('exchange')
  const pin = useMessages('pin')
  const format = useFormatters()
  const currency = useCurrency()
  const send = useMoneyAct(order.order_id, act)
  const [failure, setFailure] = useState<PinFailure | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const values = {
    amount: format.money(order.amount, currency),
    receive: format.money(order.receive_amount, order.receive_currency),
    acceptor: order.acceptor_name,
  }
  const confirm = (digits: string) =>
    send.mutate(
      { digits, second_factor: code ?? '' },
      {
        onSuccess: () => {
          showToast(t(act === 'confirm' ? 'act.confirmed' : 'act.completed'), 'positive')
          onDone()
        },
        onError: (error) => {
          const reason = error instanceof ApiError ? error.reason : null
          // Whose passkey did not do may type a code; with none typed, it is asked again.
          if (reason === 'second_factor_required' || error instanceof PasskeyUnused) setCode('')
          const lost = error instanceof PasskeyUnused ? pin('passkeyUnused') : t('act.connectionLost')
          const failed = pinFailure(error, lost)
          // A password that was just set anew is right, only not yet good for this: no lock after wrong tries.
          setFailure(reason === WAITS ? { ...failed, locked_until: null } : failed)
        },
      },
    )
  return (
    <PinSheet
      action={act === 'confirm' ? t('offer.confirm', values) : t('act.arrived', values)}
      busy={send.isPending}
      failure={failure}
      resetTo={RESET}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-center text-14 text-muted">
        {act === 'confirm' ? t('offer.confirmLine', values) : t('act.arrivedLine', values)}
      </p>
      {code !== null && (
        <TextField
          label={t('act.code')}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
    </PinSheet>
  )
}
