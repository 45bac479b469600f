import { useMessages } from '@adtally/i18n/use-messages.ts'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import type { FormErrors } from '../lib/use-form-errors.ts'

/** A new login password, typed twice. */
export interface NewPassword {
  password: string
  confirm_password: string
}

interface NewPasswordFieldsProps {
  values: NewPassword
  onChange: (field: keyof NewPassword, value: string) => void
  errors: FormErrors
}

/** The two fields of a new login password. */
export function NewPasswordFields({ values, onChange, errors }: NewPasswordFieldsProps) {
  const t = useMessages('loginPassword')
  const hint = useMessages('auth')('passwordHint')
  return (
    <>
      <PasswordField
        label={t('newPassword')}
        hint={hint}
        name="password"
        autoComplete="new-password"
        required
        value={values.password}
        onChange={(event) => onChange('password', event.target.value)}
        error={errors.of('password')}
      />
      <PasswordField
        label={t('repeatPassword')}
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
