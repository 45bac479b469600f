import { useStore } from '@adtally/client/store.ts'
import { emailChanges } from '@adtally/contract/identity/identity-password.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { Outcome } from '../../../components/outcome.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { session } from '../../../lib/session/session.ts'
import { EMAIL_FIELDS, useChangeEmail } from '../api/login-password.ts'

/** /customer/email: changes the address or confirms the present one; answers alike for every address. */
export default function EmailPage() {
  const t = useMessages('loginPassword')
  const navigate = useNavigate()
  const present = useStore(session)?.user?.email_masked ?? ''
  const { values, errors, field } = useForm({ email: '', login_password: '' })
  const change = useChangeEmail()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending || !errors.check(emailChanges, values, event.currentTarget)) return
    change.mutate(values, { onError: (error) => errors.take(error, EMAIL_FIELDS) })
  }
  const by_mail = change.data?.goes_on_by === 'mail'
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      {change.data ? (
        <Outcome
          icon="check"
          colour="var(--color-positive)"
          title={t(by_mail ? 'sentTitle' : 'byServiceTitle')}
          text={t(by_mail ? 'emailSentText' : 'emailByServiceText')}
        >
          <Button block onClick={() => navigate('/customer', { replace: true })}>
            {t('continue')}
          </Button>
        </Outcome>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-14 text-muted">{t('emailNote')}</p>
          <TextField
            label={t('email')}
            hint={t('emailNow', { email: present })}
            {...field('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            required
          />
          <PasswordField
            label={t('loginPassword')}
            {...field('login_password')}
            autoComplete="current-password"
            required
          />
          <ConnectedButton type="submit" busy={change.isPending}>
            {t('sendLink')}
          </ConnectedButton>
        </form>
      )}
    </div>
  )
}
