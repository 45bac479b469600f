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
      <FactorField form={form} or_recovery={'recovery_code' in session.login.request.shape} />
    </>
  )
}

/** A code of the authenticator app, or in its place one that was written down, where the call takes such. */
export function FactorField({ form, or_recovery }: { form: EntryForm; or_recovery: boolean }) {
  const t = useMessages('consoleSession')
  const [is_lost, setLost] = useState(false)
  const code = (
    <TextField
      label={t('totp')}
      hint={t('totpHint')}
      autoComplete="one-time-code"
      inputMode="numeric"
      className="w-full"
      {...form.field('totp')}
    />
  )
  if (!or_recovery) return code
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
        code
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
