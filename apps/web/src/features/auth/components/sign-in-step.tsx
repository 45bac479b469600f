import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { NewPasswordFields } from '../../../components/fields/new-password-fields.tsx'
import type { Form } from '../../../lib/forms/use-form.ts'
import type { RegistrationValues } from './registration-values.ts'

/** Step 1: the licence key, and what one signs in with. */
export function SignInStep({ field }: Pick<Form<RegistrationValues>, 'field'>) {
  const t = useMessages('auth')
  return (
    <>
      <TextField
        label={t('licenceKey')}
        hint={t('licenceKeyHint')}
        {...field('licence_key')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <TextField
        label={t('username')}
        {...field('username')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <NewPasswordFields labels={{ password: t('password'), repeat: t('confirmPassword') }} field={field} />
    </>
  )
}
