import { property } from '@adtally/contract/money/wallet.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../lib/call-query.ts'

/** Where a deposit or a plan begins: that both are paused, said before anything is typed (PRODUCT §2.11). */
export function PaymentsPausedNote() {
  const t = useMessages('shell')
  const { data } = useQuery(callQuery(property, {}))
  return data?.payments_stopped ? (
    <div data-part="payments-paused">
      <Banner tone="hold">{t('paymentsPaused')}</Banner>
    </div>
  ) : null
}
