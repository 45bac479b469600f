import { planInvalidAppeal, VERDICT_GROUNDS_LENGTH_MAX } from '@adtally/contract/plans/plans.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextArea } from '@adtally/ui/field.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { type FormEvent, useState } from 'react'
import { ConnectedButton } from '../../../../components/fields/connected-button.tsx'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { useFormErrors } from '../../../../lib/forms/use-form-errors.ts'
import { failureText } from '../../../../lib/shell-messages.ts'
import { useAppealVerdict } from '../../api/appeal-verdict.ts'

/** A placeholder for checking; the real id is made when sending. */
const CHECKED_AS = '00000000-0000-7000-8000-000000000000'

/** An appeal against invalid traffic: the customer says why it was valid (PRODUCT §2.2). */
export default function InvalidAppealSheet({
  plan_id,
  event_id,
  onClose,
}: {
  plan_id: string
  event_id: string
  onClose: () => void
}) {
  const t = useMessages('planResult')
  const holds = useMessages('holds')
  const [grounds, setGrounds] = useState('')
  const [said, setSaid] = useState<string | null>(null)
  const errors = useFormErrors()
  const appeal = useAppealVerdict()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filed = { plan_id, event_id, grounds }
    const values = { request_id: CHECKED_AS, ...filed }
    if (appeal.isPending || !errors.check(planInvalidAppeal.request, values, event.currentTarget)) return
    appeal.mutate(filed, {
      onSuccess: () => {
        showToast(holds('appealSent'), 'positive')
        onClose()
      },
      onError: (error) => setSaid(failureText(error, holds('connectionLost'))),
    })
  }
  return (
    <Sheet open onClose={onClose} title={t('appeal.title')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-14 text-muted">{t('appeal.text')}</p>
        <TextArea
          label={t('appeal.grounds')}
          name="grounds"
          required
          rows={5}
          maxLength={VERDICT_GROUNDS_LENGTH_MAX}
          value={grounds}
          onChange={(event) => {
            setGrounds(event.target.value)
            setSaid(null)
            errors.clear('grounds')
          }}
          error={errors.of('grounds') ?? said ?? undefined}
        />
        <ConnectedButton type="submit" busy={appeal.isPending}>
          {holds('sendAppeal')}
        </ConnectedButton>
      </form>
    </Sheet>
  )
}
