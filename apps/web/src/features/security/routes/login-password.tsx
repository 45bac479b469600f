import { passwordChangeForm } from '@adtally/contract/identity/identity-password.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { NewPasswordFields } from '../../../components/fields/new-password-fields.tsx'
import { Outcome } from '../../../components/outcome.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { PASSWORD_FIELDS, useChangePassword } from '../api/login-password.ts'

/** /customer/password: changes the login password, given the current one, and says what then waits. */
export default function LoginPasswordPage() {
  const t = useMessages('loginPassword')
  const { time } = useFormatters()
  const navigate = useNavigate()
  const { values, errors, field } = useForm({ old_password: '', password: '', confirm_password: '' })
  const change = useChangePassword()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending || !errors.check(passwordChangeForm, values, event.currentTarget)) return
    const { old_password, password } = values
    change.mutate({ old_password, password }, { onError: (error) => errors.take(error, PASSWORD_FIELDS) })
  }
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      {change.data ? (
        <Outcome
          icon="check"
          colour="var(--color-positive)"
          title={t('changeDone')}
          text={t('changeDoneText', { until: time(change.data.effective_wait_until) })}
        >
          <Button block onClick={() => navigate('/customer', { replace: true })}>
            {t('continue')}
          </Button>
        </Outcome>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <PasswordField
            label={t('oldPassword')}
            {...field('old_password')}
            autoComplete="current-password"
            required
          />
          <NewPasswordFields
            labels={{ password: t('newPassword'), repeat: t('repeatPassword') }}
            field={field}
          />
          <Banner tone="warning">{t('changeNote')}</Banner>
          <ConnectedButton type="submit" busy={change.isPending}>
            {t('change')}
          </ConnectedButton>
        </form>
      )}
    </div>
  )
}
