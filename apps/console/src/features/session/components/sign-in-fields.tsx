import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { useState } from 'react'
import type { EntryForm } from './use-entry-form.ts'

interface SignInFieldsProps {
  form: EntryForm
  /** Whose session is opened again, if it is one. */
  username: string | null
}

/** Name, password and code. */
export function SignInFields({ form, username }: SignInFieldsProps) {
  const t = useMessages('consoleSession')
  return (
    <>
      <TextField
        label={t('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={username !== null}
        {...form.field('username')}
      />
      <PasswordField label={t('password')} autoComplete="current-password" {...form.field('password')} />
      <FactorField form={form} />
    </>
  )
}

/** A code of the app, or in its place a recovery code. */
function FactorField({ form }: { form: EntryForm }) {
  const t = useMessages('consoleSession')
  const [is_lost, setLost] = useState(false)
  return (
    <div className="flex flex-col items-start">
      {is_lost ? (
        <TextField
          label={t('recoveryCode')}
          hint={t('recoveryHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="w-full"
          {...form.field('recovery_code')}
        />
      ) : (
        <div className="w-full">
          <CodeField form={form} />
        </div>
      )}
      <Button
        variant="quiet"
        className="-ml-5"
        onClick={() => {
          form.empty(is_lost ? 'recovery_code' : 'totp')
          setLost(!is_lost)
        }}
      >
        {t(is_lost ? 'useApp' : 'useRecovery')}
      </Button>
    </div>
  )
}

/** The code of an authenticator app. */
export function CodeField({ form }: { form: EntryForm }) {
  const t = useMessages('consoleSession')
  return (
    <TextField
      label={t('totp')}
      hint={t('totpHint')}
      autoComplete="one-time-code"
      inputMode="numeric"
      {...form.field('totp')}
    />
  )
}
