import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useState } from 'react'
import { HeaderBackdrop } from '../../../components/header/header-backdrop.tsx'
import { NobodyPaysNote } from '../../../components/nobody-pays-note.tsx'
import type { Offer } from '../api/orders.ts'
import { CodeForm } from '../components/code-form.tsx'
import { OfferView } from '../components/offer-view.tsx'
import { Orders } from '../components/orders.tsx'

/** /wallet/foreign-exchange: enter an acceptance code, confirm its offer; transaction records. */
export default function ForeignExchangePage() {
  const t = useMessages('exchange')
  const [offer, setOffer] = useState<Offer | null>(null)
  const [open_id, setOpenId] = useState<string | null>(null)
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      <HeaderBackdrop deep />
      <p className="text-16 text-white">{t('lead')}</p>
      <CodeForm onOffer={setOffer} />
      {offer && (
        <OfferView
          offer={offer}
          onConfirmed={() => {
            setOffer(null)
            setOpenId(offer.order.order_id)
          }}
        />
      )}
      <p className="text-14 text-white">{t('escrow')}</p>
      <NobodyPaysNote />
      <Orders open_id={open_id} onOpen={setOpenId} />
    </div>
  )
}
