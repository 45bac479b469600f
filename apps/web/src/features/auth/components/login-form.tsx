import { ApiError } from '@adtally/client/api-error.ts'
import { PasskeyUnused } from '@adtally/client/passkey-support.ts'
import { login } from '@adtally/contract/identity/identity.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { type FormEvent, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { type FormField, useForm } from '../../../lib/forms/use-form.ts'
import { factorAskedBy } from '../../../lib/session/passkeys.ts'
import { LOGIN_FIELDS, useSignIn } from '../api/sign-in.ts'
import { CodeStep, type FactorAsked } from './code-step.tsx'

/** Username and password, checked by the contract's rules (SPEC §5); then a passkey or code if the server asks. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { values, errors, field } = useForm({ username: '', password: '' })
  // Null until the server has asked for a code: the form's first step.
  const [code, setCode] = useState<string | null>(null)
  const [asks, setAsks] = useState<FactorAsked>({ app: true, passkey: null })
  const [passkey_unused, setPasskeyUnused] = useState(false)
  const signIn = useSignIn()

  const refused = (error: unknown) => {
    const reason = error instanceof ApiError ? error.reason : null
    setPasskeyUnused(error instanceof PasskeyUnused)
    if (reason === 'second_factor_required') {
      setAsks(factorAskedBy(error) ?? asks)
      setCode('')
    } else if (errors.take(error, LOGIN_FIELDS)) setCode((typed) => typed && '')
    // The password has changed since: ask for it again.
    else if (reason === 'credentials_wrong') setCode(null)
  }
  const send = (factor: false | { second_factor: string } | { by_passkey: true }) =>
    signIn.mutate({ ...values, ...factor }, { onSuccess: onSignedIn, onError: refused })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (signIn.isPending) return
    if (!errors.check(login.request, values, event.currentTarget)) return
    send(code !== null && { second_factor: code.trim() })
  }
  const byPasskey = () => {
    errors.clear('second_factor')
    setPasskeyUnused(false)
    if (!signIn.isPending) send({ by_passkey: true })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {code === null ? (
        <PasswordStep field={field} busy={signIn.isPending} />
      ) : (
        <CodeStep
          code={code}
          onChange={(typed) => {
            setCode(typed)
            errors.clear('second_factor')
          }}
          error={errors.of('second_factor')}
          asks={asks}
          passkey_error={errors.of('passkey')}
          passkey_unused={passkey_unused}
          onPasskey={byPasskey}
          busy={signIn.isPending}
          onBack={() => setCode(null)}
        />
      )}
    </form>
  )
}

interface PasswordStepProps {
  field: (name: 'username' | 'password') => FormField
  busy: boolean
}

function PasswordStep({ field, busy }: PasswordStepProps) {
  const t = useMessages('auth')
  return (
    <>
      <TextField
        label={t('username')}
        {...field('username')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <PasswordField
        label={t('password')}
        {...field('password')}
        autoComplete="current-password"
        enterKeyHint="go"
        required
      />
      <ConnectedButton type="submit" busy={busy} className="mt-2">
        {t('login')}
      </ConnectedButton>
    </>
  )
}
