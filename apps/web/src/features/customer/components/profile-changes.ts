import { LANGUAGES } from '@adtally/contract/enums.ts'
import type { UserInfo } from '../../../lib/session/session.ts'
import type { UserChanges } from '../api/edit-user.ts'

/** The form's texts; empty contact data stays as it is, an empty choice means none. */
export interface ProfileValues {
  nickname: string
  phone: string
  login_password: string
  language: string
  time_zone: string
}

/** The form's initial values: contact data is masked even for the app, so its fields start empty. */
export function valuesOf(user: UserInfo): ProfileValues {
  return {
    nickname: user.nickname,
    phone: '',
    login_password: '',
    language: user.language ?? '',
    time_zone: user.time_zone ?? '',
  }
}

/** The changed fields only. */
export function changesOf(user: UserInfo, values: ProfileValues): UserChanges {
  const before = valuesOf(user)
  const language = LANGUAGES.find((each) => each === values.language) ?? null
  return {
    ...(values.nickname !== before.nickname && { nickname: values.nickname }),
    ...(values.phone.trim() !== '' && { phone: values.phone }),
    ...(asksPassword(user, values) && { login_password: values.login_password }),
    ...(values.language !== before.language && { language }),
    ...(values.time_zone !== before.time_zone && { time_zone: values.time_zone || null }),
  }
}

/** Whether to ask for the login password: when the phone number changes and there is one. */
export function asksPassword(user: UserInfo, values: ProfileValues): boolean {
  return user.entry === 'register' && values.phone.trim() !== ''
}

/** Every zone that the platform knows. */
export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}
