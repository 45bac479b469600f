import { login } from '@adtally/contract/identity/identity.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { type FormEvent, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { type FormErrors, useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { factorAskedBy, PasskeyUnused } from '../../../lib/session/passkeys.ts'
import { LOGIN_FIELDS, useSignIn } from '../api/sign-in.ts'
import { CodeStep, type FactorAsked } from './code-step.tsx'

/** Username and password, checked by the contract's rules (SPEC §5); then a passkey or code if the server asks. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [values, setValues] = useState({ username: '', password: '' })
  // Null in the first step, until the server has asked for a code.
  const [code, setCode] = useState<string | null>(null)
  const [asks, setAsks] = useState<FactorAsked>({ app: true, passkey: null })
  const [passkey_unused, setPasskeyUnused] = useState(false)
  const errors = useFormErrors()
  const signIn = useSignIn()

  const change = (field: keyof typeof values, value: string) => {
    setValues({ ...values, [field]: value })
    errors.clear(field)
  }
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
        <PasswordStep values={values} onChange={change} errors={errors} busy={signIn.isPending} />
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
  values: { username: string; password: string }
  onChange: (field: 'username' | 'password', value: string) => void
  errors: FormErrors
  busy: boolean
}

function PasswordStep({ values, onChange, errors, busy }: PasswordStepProps) {
  const t = useMessages('auth')
  return (
    <>
      <TextField
        label={t('username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={values.username}
        onChange={(event) => onChange('username', event.target.value)}
        error={errors.of('username')}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        value={values.password}
        onChange={(event) => onChange('password', event.target.value)}
        error={errors.of('password')}
      />
      <ConnectedButton type="submit" busy={busy} className="mt-2">
        {t('login')}
      </ConnectedButton>
    </>
  )
}
