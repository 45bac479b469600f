import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { useState } from 'react'
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
  const { named_by, session } = theDesk()
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
      <CodeField form={form} or_recovery={'recovery_code' in session.login.request.shape} />
    </>
  )
}

/** The code of an authenticator app, or one that was written down instead, where the call takes such. */
export function CodeField({ form, or_recovery = false }: { form: EntryForm; or_recovery?: boolean }) {
  const t = useMessages('consoleSession')
  const [by_recovery, setByRecovery] = useState(false)
  if (by_recovery)
    return (
      <TextField
        label={t('recoveryCode')}
        hint={t('recoveryHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('recovery_code')}
      />
    )
  return (
    <>
      <TextField
        label={t('totp')}
        hint={t('totpHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        {...form.field('totp')}
      />
      {or_recovery && (
        <Button variant="quiet" className="self-start px-0 text-14" onClick={() => setByRecovery(true)}>
          {t('useRecovery')}
        </Button>
      )}
    </>
  )
}
