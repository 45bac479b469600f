import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { theDesk } from '../../../lib/desk.ts'
import type { EntryForm } from './use-entry-form.ts'

interface SignInFieldsProps {
  form: EntryForm
  /** Somebody’s session is opened again, whose name can’t be changed. */
  is_known?: boolean
}

/** Who one is, password and code. */
export function SignInFields({ form, is_known = false }: SignInFieldsProps) {
  const t = useMessages('consoleSession')
  const { named_by } = theDesk()
  return (
    <>
      <TextField
        type={named_by === 'email' ? 'email' : 'text'}
        label={t('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={is_known}
        {...form.field(named_by)}
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
