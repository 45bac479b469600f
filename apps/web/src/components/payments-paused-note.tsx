import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { propertyQuery } from '../lib/figures/property-query.ts'

/** Says before a deposit or plan is typed that both are paused (PRODUCT §2.11); `id` for `aria-describedby`. */
export function PaymentsPausedNote({ id }: Pick<ComponentProps<'div'>, 'id'>) {
  const t = useMessages('shell')
  const { data } = useQuery(propertyQuery())
  return data?.payments_stopped ? (
    <div id={id} data-part="payments-paused">
      <Banner tone="hold">{t('paymentsPaused')}</Banner>
    </div>
  ) : null
}
