import { holdAppeal } from '@adtally/contract/money/holds.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextArea } from '@adtally/ui/field.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { type FormEvent, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import { useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { failureText } from '../../../lib/shell-messages.ts'
import { type Hold, useAppealHold } from '../api/holds.ts'

const GROUNDS_LENGTH_MAX = 2_000
/** A placeholder for checking; the real id is made when sending. */
const CHECKED_AS = '00000000-0000-7000-8000-000000000000'

/** An appeal against a hold: the customer says why it is wrong (PRODUCT §2.4). */
export default function AppealSheet({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const t = useMessages('holds')
  const [grounds, setGrounds] = useState('')
  const [said, setSaid] = useState<string | null>(null)
  const errors = useFormErrors()
  const appeal = useAppealHold()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { hold_id } = hold
    const values = { request_id: CHECKED_AS, hold_id, grounds }
    if (appeal.isPending || !errors.check(holdAppeal.request, values, event.currentTarget)) return
    appeal.mutate(
      { hold_id, grounds },
      {
        onSuccess: () => {
          showToast(t('appealSent'), 'positive')
          onClose()
        },
        onError: (error) => setSaid(failureText(error, t('connectionLost'))),
      },
    )
  }
  return (
    <Sheet open onClose={onClose} title={t('appeal')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-14 text-muted">{t('appealText')}</p>
        <TextArea
          label={t('grounds')}
          name="grounds"
          required
          rows={5}
          maxLength={GROUNDS_LENGTH_MAX}
          hint={hold.appeal}
          value={grounds}
          onChange={(event) => {
            setGrounds(event.target.value)
            setSaid(null)
            errors.clear('grounds')
          }}
          error={errors.of('grounds') ?? said ?? undefined}
        />
        <ConnectedButton type="submit" busy={appeal.isPending}>
          {t('sendAppeal')}
        </ConnectedButton>
      </form>
    </Sheet>
  )
}
