import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { type PhoneEntry, PhoneField } from '../../../components/fields/phone-field.tsx'
import type { Form } from '../../../lib/forms/use-form.ts'
import type { RegistrationValues } from './registration-values.ts'

interface ContactStepProps extends Pick<Form<RegistrationValues>, 'field'> {
  phone: PhoneEntry | null
  onPhone: (phone: PhoneEntry) => void
  phoneError: string | undefined
}

/** Step 2: how the customer is addressed and reached. */
export default function ContactStep({ field, phone, onPhone, phoneError }: ContactStepProps) {
  const t = useMessages('auth')
  return (
    <>
      <TextField
        label={t('nickname')}
        hint={t('nicknameHint')}
        {...field('nickname')}
        autoComplete="nickname"
      />
      <TextField
        label={t('email')}
        {...field('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
      />
      <PhoneField value={phone} onChange={onPhone} error={phoneError} />
    </>
  )
}
