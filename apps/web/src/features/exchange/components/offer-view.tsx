import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { useEffect, useRef } from 'react'
import { TitledCard } from '../../../components/titled.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { useEachMinute } from '../../../lib/use-each-minute.ts'
import type { Offer } from '../api/orders.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderTerms } from './order-terms.tsx'

interface OfferViewProps {
  offer: Offer
  onConfirmed: () => void
}

/** The acceptor with bond and record, the offer and its deadline, and confirming it (PRODUCT §11). */
export function OfferView({ offer, onConfirmed }: OfferViewProps) {
  const t = useMessages('exchange')
  const format = useFormatters()
  const heading = useRef<HTMLHeadingElement>(null)
  const { acceptor, order } = offer
  useEachMinute()
  // Scrolls to the offer, which appears below the code.
  useEffect(() => {
    if (order.order_id) heading.current?.focus()
  }, [order.order_id])
  const is_over = order.deadline === null || new Date(order.deadline) <= currentTime()
  return (
    <>
      <Card aria-labelledby="exchange-offer" className="flex flex-col gap-2">
        <h2
          id="exchange-offer"
          ref={heading}
          tabIndex={-1}
          className="flex flex-wrap items-center justify-between gap-2 text-16 font-semibold outline-none"
        >
          {t('offer.title', { number: order.number })}
          <Chip tone={is_over ? 'neutral' : 'hold'} icon="clock">
            {is_over || order.deadline === null
              ? t('offer.over')
              : t('offer.validFor', { remaining: format.remaining(order.deadline) })}
          </Chip>
        </h2>
        <OrderTerms order={order} />
        {is_over ? (
          <Banner>{t('offer.moved')}</Banner>
        ) : (
          <OrderActions order={order} onConfirmed={onConfirmed} />
        )}
      </Card>
      <AcceptorCard acceptor={acceptor} />
    </>
  )
}

function AcceptorCard({ acceptor }: { acceptor: Offer['acceptor'] }) {
  const t = useMessages('exchange')
  const format = useFormatters()
  const currency = useCurrency()
  return (
    <TitledCard title={t('acceptor.title')} look="muted" className="flex flex-col gap-2">
      <p className="text-20 font-semibold wrap-anywhere">{acceptor.name}</p>
      <p className="flex flex-wrap gap-1.5">
        <Chip icon={acceptor.kind === 'individual' ? 'user' : 'bank'}>{t(`kinds.${acceptor.kind}`)}</Chip>
        <Chip tone="positive" icon="shield">
          {t('acceptor.verified', { at: format.time(acceptor.verified_at, 'date') })}
        </Chip>
      </p>
      <TermList
        terms={[
          {
            label: t('acceptor.limit'),
            value: format.money(acceptor.limit, currency),
            note: t('acceptor.limitNote'),
          },
          {
            label: t('acceptor.bond'),
            word: 'bond',
            value: format.money(acceptor.bond, currency),
            note: t('acceptor.bondNote'),
          },
          { label: t('acceptor.completed'), value: format.number(acceptor.completed_orders) },
        ]}
      />
    </TitledCard>
  )
}
