import { ApiError } from '@adtally/client/api-error.ts'
import { assistanceLeader } from '@adtally/contract/plans/follow.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { part } from '@adtally/ui/part.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { type Leader, type Relation, useLeader } from '../api/assistance.ts'

const LeaderSheet = part(() => import('./leader-sheet.tsx'))

const FIELDS = ['operated_id']

/** Asks for an operated ID and shows its record before anything is agreed to. */
export function FollowForm({ present }: { present: Relation | null }) {
  const t = useMessages('follow')
  const [operated_id, setOperatedId] = useState('')
  const [shown, setShown] = useState<Leader | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const errors = useFormErrors()
  const look = useLeader()

  const refuse = (error: unknown) => {
    // Without an answer the sheet stays, so that the same request is retried.
    if (error instanceof ApiError) setShown(null)
    if (!errors.take(error, FIELDS)) return
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (look.isPending || !errors.check(assistanceLeader.request, { operated_id }, event.currentTarget))
      return
    look.mutate({ operated_id }, { onSuccess: setShown, onError: refuse })
  }
  const followed = (who: string) => {
    setShown(null)
    setOperatedId('')
    showToast(t('leader.done', { who }), 'positive')
  }
  return (
    <Card aria-labelledby="follow-form">
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <h2 id="follow-form" className="text-16 font-semibold">
          {present ? t('form.titleOther') : t('form.title')}
        </h2>
        <p className="text-14 text-muted">{t('form.text')}</p>
        <TextField
          label={t('form.field')}
          hint={t('form.hint')}
          error={errors.of('operated_id')}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          value={operated_id}
          onChange={(event) => {
            setOperatedId(event.target.value)
            errors.clear('operated_id')
          }}
        />
        <ConnectedButton type="submit" variant={present ? 'secondary' : 'primary'} busy={look.isPending}>
          {t('form.look')}
        </ConnectedButton>
      </form>
      {shown && (
        <Suspense>
          <LeaderSheet
            leader={shown}
            present={present}
            onClose={() => setShown(null)}
            onFollowed={followed}
            onRefused={refuse}
          />
        </Suspense>
      )}
    </Card>
  )
}
