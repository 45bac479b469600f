import { userChanges } from '@adtally/contract/identity/identity-edit.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { type FormEvent, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { type PhoneEntry, PhoneField } from '../../../components/fields/phone-field.tsx'
import { basic_config } from '../../../lib/basic-config.ts'
import { useStore } from '../../../lib/device/store.ts'
import { type FormErrors, useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { chooseLanguage } from '../../../lib/language.ts'
import type { UserInfo } from '../../../lib/session/session.ts'
import { EDIT_FIELDS, useEditUser } from '../api/edit-user.ts'
import { asksPassword, changesOf, type ProfileValues, timeZones, valuesOf } from './profile-changes.ts'
import { SelectField } from './select-field.tsx'

/** The form of `/user/info/edit`; sends only what changed. */
export default function ProfileForm({ user, onSaved }: { user: UserInfo; onSaved: () => void }) {
  const t = useMessages('profileEdit')
  const of_customer = useMessages('customer')
  const [values, setValues] = useState(() => valuesOf(user))
  const [phone, setPhone] = useState<PhoneEntry | null>(null)
  const errors = useFormErrors()
  const edit = useEditUser()
  const changes = changesOf(user, values)

  const change = (field: keyof ProfileValues, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    errors.clear(field)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (edit.isPending || !errors.check(userChanges, changes, event.currentTarget)) return
    edit.mutate(changes, {
      onSuccess: () => {
        if (changes.language) chooseLanguage(changes.language)
        showToast(t('saved'), 'positive')
        onSaved()
      },
      onError: (error) => errors.take(error, EDIT_FIELDS),
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('nickname')}
        hint={t('nicknameHint')}
        name="nickname"
        autoComplete="nickname"
        value={values.nickname}
        onChange={(event) => change('nickname', event.target.value)}
        error={errors.of('nickname')}
      />
      <PhoneField
        hint={t('phoneHint', { present: user.phone_masked })}
        required={false}
        value={phone}
        onChange={(next) => {
          setPhone(next)
          change('phone', next.phone)
        }}
        error={errors.of('phone')}
      />
      {asksPassword(user, values) && (
        <PasswordField
          label={of_customer('loginPassword')}
          name="login_password"
          autoComplete="current-password"
          required
          value={values.login_password}
          onChange={(event) => change('login_password', event.target.value)}
          error={errors.of('login_password')}
        />
      )}
      <LocaleFields values={values} onChange={change} errors={errors} />
      <ConnectedButton type="submit" busy={edit.isPending} disabled={Object.keys(changes).length === 0}>
        {t('save')}
      </ConnectedButton>
    </form>
  )
}

interface LocaleFieldsProps {
  values: ProfileValues
  onChange: (field: keyof ProfileValues, value: string) => void
  errors: FormErrors
}

/** Language and time zone of the customer's notices, statements and days. */
function LocaleFields({ values, onChange, errors }: LocaleFieldsProps) {
  const t = useMessages('profileEdit')
  const languages = useStore(basic_config)?.client_language_map ?? []
  return (
    <>
      <SelectField
        label={t('language')}
        value={values.language}
        onChange={(value) => onChange('language', value)}
        error={errors.of('language')}
      >
        <option value="">{t('languageOfScreen')}</option>
        {languages.map(({ target, description }) => (
          <option key={target} value={target} lang={target}>
            {description}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        value={values.time_zone}
        onChange={(value) => onChange('time_zone', value)}
        error={errors.of('time_zone')}
      >
        <option value="">{t('timeZoneDefault')}</option>
        {timeZones().map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </SelectField>
    </>
  )
}
