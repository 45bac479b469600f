import { acceptorOrderDispute, EVIDENCE_NOTE_LENGTH_MAX } from '@adtally/contract/money/exchange.ts'
import { IMAGES_MAX } from '@adtally/contract/service/files.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextArea } from '@adtally/ui/field.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { type FormEvent, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { ImagesField } from '../../../components/fields/image-picker.tsx'
import { useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { useImagePicks } from '../../../lib/forms/use-image-picks.ts'
import { DISPUTE_FIELDS, useDispute } from '../api/order-acts.ts'
import type { ExchangeOrder } from '../api/orders.ts'

/** A placeholder for checking; the real id is made when sending. */
const CHECKED_AS = '00000000-0000-7000-8000-000000000000'

/** The customer's account of what happened, and pictures of it, for the two who decide. */
export default function DisputeForm({ order, onDone }: { order: ExchangeOrder; onDone: () => void }) {
  const t = useMessages('exchange')
  const [note, setNote] = useState('')
  const errors = useFormErrors()
  const images = useImagePicks('exchange')
  const send = useDispute()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isPending) return
    const input = {
      order_id: order.order_id,
      note,
      images: images.stored.map(({ file_id }) => file_id),
    }
    const whole = { request_id: CHECKED_AS, ...input }
    if (!errors.check(acceptorOrderDispute.request, whole, event.currentTarget)) return
    if (images.isUploading) return showToast(t('dispute.waiting'))
    if (images.hasFailed) return showToast(t('dispute.failedImages'), 'negative')
    send.mutate(input, {
      onSuccess: () => {
        showToast(t('act.handedIn'), 'positive')
        onDone()
      },
      onError: (error) => errors.take(error, DISPUTE_FIELDS),
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextArea
        label={t('dispute.note')}
        name="note"
        required
        rows={4}
        maxLength={EVIDENCE_NOTE_LENGTH_MAX}
        hint={t('dispute.noteHint')}
        value={note}
        onChange={(event) => {
          setNote(event.target.value)
          errors.clear('note')
        }}
        error={errors.of('note')}
      />
      <ImagesField
        picks={images}
        add={t('dispute.addImages')}
        hint={t('dispute.imagesHint', { max: IMAGES_MAX })}
        error={errors.of('images')}
      />
      <ConnectedButton type="submit" busy={send.isPending}>
        {t(order.status === 'disputed' ? 'dispute.sendMore' : 'dispute.send')}
      </ConnectedButton>
    </form>
  )
}
