import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { NewPasswordFields } from '../../../components/fields/new-password-fields.tsx'
import type { FormErrors } from '../../../lib/forms/use-form-errors.ts'
import type { RegistrationValues } from './registration-values.ts'

interface SignInStepProps {
  values: RegistrationValues
  onChange: (field: keyof RegistrationValues, value: string) => void
  errors: FormErrors
}

/** Step 1: the licence key and the sign-in. */
export function SignInStep({ values, onChange, errors }: SignInStepProps) {
  const t = useMessages('auth')
  return (
    <>
      <TextField
        label={t('licenceKey')}
        hint={t('licenceKeyHint')}
        name="licence_key"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        value={values.licence_key}
        onChange={(event) => onChange('licence_key', event.target.value)}
        error={errors.of('licence_key')}
      />
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
      <NewPasswordFields
        labels={{ password: t('password'), repeat: t('confirmPassword') }}
        values={values}
        onChange={onChange}
        errors={errors}
      />
    </>
  )
}
