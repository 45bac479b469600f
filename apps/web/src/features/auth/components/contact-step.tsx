import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { type PhoneEntry, PhoneField } from '../../../components/fields/phone-field.tsx'
import type { FormErrors } from '../../../lib/forms/use-form-errors.ts'
import type { RegistrationValues } from './registration-values.ts'

interface ContactStepProps {
  values: RegistrationValues
  onChange: (field: keyof RegistrationValues, value: string) => void
  phone: PhoneEntry | null
  onPhone: (phone: PhoneEntry) => void
  errors: FormErrors
}

/** Step 2: name and contact details. */
export default function ContactStep({ values, onChange, phone, onPhone, errors }: ContactStepProps) {
  const t = useMessages('auth')
  return (
    <>
      <TextField
        label={t('nickname')}
        hint={t('nicknameHint')}
        name="nickname"
        autoComplete="nickname"
        value={values.nickname}
        onChange={(event) => onChange('nickname', event.target.value)}
        error={errors.of('nickname')}
      />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        value={values.email}
        onChange={(event) => onChange('email', event.target.value)}
        error={errors.of('email')}
      />
      <PhoneField value={phone} onChange={onPhone} error={errors.of('phone')} />
    </>
  )
}
