import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
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
      <CodeField form={form} />
    </>
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
