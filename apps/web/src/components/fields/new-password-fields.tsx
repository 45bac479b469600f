import { useMessages } from '@adtally/i18n/use-messages.ts'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import type { FormErrors } from '../../lib/forms/use-form-errors.ts'

/** A login password, typed twice. */
export interface NewPassword {
  password: string
  confirm_password: string
}

interface NewPasswordFieldsProps {
  labels: { password: string; repeat: string }
  values: NewPassword
  onChange: (field: keyof NewPassword, value: string) => void
  errors: FormErrors
}

/** The two fields for choosing a login password. */
export function NewPasswordFields({ labels, values, onChange, errors }: NewPasswordFieldsProps) {
  const hint = useMessages('auth')('passwordHint')
  return (
    <>
      <PasswordField
        label={labels.password}
        hint={hint}
        name="password"
        autoComplete="new-password"
        required
        value={values.password}
        onChange={(event) => onChange('password', event.target.value)}
        error={errors.of('password')}
      />
      <PasswordField
        label={labels.repeat}
        name="confirm_password"
        autoComplete="new-password"
        required
        value={values.confirm_password}
        onChange={(event) => onChange('confirm_password', event.target.value)}
        error={errors.of('confirm_password')}
      />
    </>
  )
}
