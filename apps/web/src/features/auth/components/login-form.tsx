import { login } from '@adtally/contract/identity.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { type FormEvent, useState } from 'react'
import { useFormErrors } from '../../../lib/use-form-errors.ts'
import { LOGIN_FIELDS, useSignIn } from '../api/sign-in.ts'

/** Username and password, checked by the contract's own rules before anything is sent (SPEC §5). */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useMessages('auth')
  const [values, setValues] = useState({ username: '', password: '' })
  const errors = useFormErrors()
  const signIn = useSignIn()

  const change = (field: keyof typeof values, value: string) => {
    setValues({ ...values, [field]: value })
    errors.clear(field)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (signIn.isPending) return
    if (!errors.check(login.request, values, event.currentTarget)) return
    signIn.mutate(values, {
      onSuccess: onSignedIn,
      onError: (error) => errors.take(error, LOGIN_FIELDS),
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={values.username}
        onChange={(event) => change('username', event.target.value)}
        error={errors.of('username')}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        value={values.password}
        onChange={(event) => change('password', event.target.value)}
        error={errors.of('password')}
      />
      <Button type="submit" block busy={signIn.isPending} className="mt-2">
        {t('login')}
      </Button>
    </form>
  )
}
