import { ApiError } from '@adtally/client/api-error.ts'
import { opening } from '@adtally/contract/identity/identity-hybrid.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { type FormEvent, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { OPENING_FIELDS, useOpenStore } from '../api/open-store.ts'
import { CodeField } from './code-field.tsx'

/** The outcome: opened, opened and waiting for staff, or expired. */
export type WelcomeResult =
  | { kind: 'open'; operated_id: string }
  | { kind: 'waiting' }
  | { kind: 'over'; message: string }

interface WelcomeFormProps {
  opening_ticket: string
  onOutcome: (outcome: WelcomeResult) => void
}

/** The authorization code, and the button that opens the account. */
export function WelcomeForm({ opening_ticket, onOutcome }: WelcomeFormProps) {
  const t = useMessages('welcome')
  const [authorization_code, setCode] = useState('')
  const errors = useFormErrors()
  const open = useOpenStore()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (open.isPending) return
    const input = { opening_ticket, authorization_code }
    if (!errors.check(opening, input, event.currentTarget)) return
    open.mutate(input, {
      onSuccess: ({ user }) => onOutcome({ kind: 'open', operated_id: user.operated_id }),
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        if (error.reason === 'account_not_activated') onOutcome({ kind: 'waiting' })
        else if (error.field === 'opening_ticket') onOutcome({ kind: 'over', message: error.message })
        else errors.take(error, OPENING_FIELDS)
      },
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <CodeField
        value={authorization_code}
        onChange={(next) => {
          setCode(next)
          errors.clear('authorization_code')
        }}
        error={errors.of('authorization_code')}
      />
      <ConnectedButton type="submit" busy={open.isPending}>
        {t('open')}
      </ConnectedButton>
    </form>
  )
}
