import { ApiError } from '@adtally/client/api-error.ts'
import { passwordResetForm } from '@adtally/contract/identity/identity-password.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { NewPasswordFields } from '../../../components/fields/new-password-fields.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { session, signOut } from '../../../lib/session/session.ts'
import { useResetPassword } from '../api/login-password.ts'
import { LinkInvalid } from '../components/link-invalid.tsx'
import { useLinkToken } from '../components/use-link-token.ts'

/** /reset-password?token=: sets a new login password by the emailed link, then leads to login. */
export default function ResetPasswordPage() {
  const t = useMessages('loginPassword')
  const navigate = useNavigate()
  const { search } = useLocation()
  // A link that customer service gave asks for the code that came beside it.
  const [asks_code] = useState(() => new URLSearchParams(search).has('code'))
  const token = useLinkToken()
  const { values, errors, field } = useForm({ code: '', password: '', confirm_password: '' })
  const reset = useResetPassword()
  const is_invalid = token === '' || (reset.error instanceof ApiError && reset.error.field === 'token')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { code, ...typed } = values
    const given = asks_code ? values : typed
    if (reset.isPending || !errors.check(passwordResetForm, given, event.currentTarget)) return
    reset.mutate(
      { token, password: values.password, ...(asks_code && { code }) },
      {
        onSuccess: () => {
          // Every session has ended, including this device's.
          if (session.get()) signOut(true)
          showToast(t('resetDone'), 'positive')
          void navigate('/login', { replace: true })
        },
        onError: (error) => errors.take(error, ['code', 'password']),
      },
    )
  }
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      {is_invalid ? (
        <LinkInvalid text={t('linkInvalidText')}>
          <Button block onClick={() => navigate('/forgotten-password', { replace: true })}>
            {t('requestLink')}
          </Button>
        </LinkInvalid>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          {asks_code && (
            <TextField label={t('code')} autoComplete="off" autoCapitalize="characters" {...field('code')} />
          )}
          <NewPasswordFields
            labels={{ password: t('newPassword'), repeat: t('repeatPassword') }}
            field={field}
          />
          <Banner tone="warning">{t('resetNote')}</Banner>
          <ConnectedButton type="submit" busy={reset.isPending}>
            {t('reset')}
          </ConnectedButton>
        </form>
      )}
    </div>
  )
}
