import { useStore } from '@adtally/client/store.ts'
import { userChanges } from '@adtally/contract/identity/identity-edit.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { type FormEvent, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { type PhoneEntry, PhoneField } from '../../../components/fields/phone-field.tsx'
import { basic_config } from '../../../lib/basic-config.ts'
import { type Form, useForm } from '../../../lib/forms/use-form.ts'
import { chooseLanguage } from '../../../lib/language.ts'
import type { UserInfo } from '../../../lib/session/session.ts'
import { EDIT_FIELDS, useEditUser } from '../api/edit-user.ts'
import { asksPassword, changesOf, type ProfileValues, timeZones, valuesOf } from './profile-changes.ts'
import { SelectField } from './select-field.tsx'

/** The form of `/user/info/edit`; sends only what changed. */
export default function ProfileForm({ user, onSaved }: { user: UserInfo; onSaved: () => void }) {
  const t = useMessages('profileEdit')
  const of_customer = useMessages('customer')
  const form = useForm(valuesOf(user))
  const { values, errors, edit, field } = form
  const [phone, setPhone] = useState<PhoneEntry | null>(null)
  const save = useEditUser()
  const changes = changesOf(user, values)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isPending || !errors.check(userChanges, changes, event.currentTarget)) return
    save.mutate(changes, {
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
        {...field('nickname')}
        autoComplete="nickname"
      />
      <PhoneField
        hint={t('phoneHint', { present: user.phone_masked })}
        required={false}
        value={phone}
        onChange={(next) => {
          setPhone(next)
          edit('phone', next.phone)
        }}
        error={errors.of('phone')}
      />
      {asksPassword(user, values) && (
        <PasswordField
          label={of_customer('loginPassword')}
          {...field('login_password')}
          autoComplete="current-password"
          required
        />
      )}
      <LocaleFields {...form} />
      <ConnectedButton type="submit" busy={save.isPending} disabled={Object.keys(changes).length === 0}>
        {t('save')}
      </ConnectedButton>
    </form>
  )
}

/** What the customer's notices, statements and days go by. */
function LocaleFields({ values, edit, errors }: Form<ProfileValues>) {
  const t = useMessages('profileEdit')
  const languages = useStore(basic_config)?.client_language_map ?? []
  return (
    <>
      <SelectField
        label={t('language')}
        value={values.language}
        onChange={(value) => edit('language', value)}
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
        onChange={(value) => edit('time_zone', value)}
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
