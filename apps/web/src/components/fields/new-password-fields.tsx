import { useMessages } from '@adtally/i18n/use-messages.ts'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import type { FormField } from '../../lib/forms/use-form.ts'

interface NewPasswordFieldsProps {
  labels: { password: string; repeat: string }
  /** Of the form that a login password is typed into twice. */
  field: (name: 'password' | 'confirm_password') => FormField
}

/** The two fields of a login password that is being chosen. */
export function NewPasswordFields({ labels, field }: NewPasswordFieldsProps) {
  const hint = useMessages('auth')('passwordHint')
  return (
    <>
      <PasswordField
        label={labels.password}
        hint={hint}
        {...field('password')}
        autoComplete="new-password"
        required
      />
      <PasswordField
        label={labels.repeat}
        {...field('confirm_password')}
        autoComplete="new-password"
        required
      />
    </>
  )
}
