import { passwordForgotten } from '@adtally/contract/identity/identity-password.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import type { FormEvent } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { Outcome } from '../../../components/outcome.tsx'
import { useService } from '../../../components/use-service.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useForgottenPassword } from '../api/login-password.ts'

/** /forgotten-password: asks for an address and says what follows, the same for every address. */
export default function ForgottenPasswordPage() {
  const t = useMessages('loginPassword')
  const openService = useService()
  const { values, errors, field } = useForm({ email: '' })
  const forgotten = useForgottenPassword()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (forgotten.isPending || !errors.check(passwordForgotten.request, values, event.currentTarget)) return
    forgotten.mutate(values.email, { onError: (error) => errors.take(error, ['email']) })
  }
  const by_mail = forgotten.data?.goes_on_by === 'mail'
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      {forgotten.data ? (
        <Outcome
          icon="check"
          colour="var(--color-positive)"
          title={t(by_mail ? 'sentTitle' : 'byServiceTitle')}
          text={t(by_mail ? 'sentText' : 'byServiceText')}
        >
          {by_mail && <p className="text-center text-14 text-balance text-muted">{t('notArrived')}</p>}
          <Button block variant={by_mail ? 'secondary' : 'primary'} onClick={openService}>
            {t('contactService')}
          </Button>
        </Outcome>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-16">{t('forgottenText')}</p>
          <TextField
            label={t('email')}
            {...field('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            required
          />
          <ConnectedButton type="submit" busy={forgotten.isPending}>
            {t('sendLink')}
          </ConnectedButton>
        </form>
      )}
    </div>
  )
}
