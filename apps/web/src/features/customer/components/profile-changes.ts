import { LANGUAGES } from '@adtally/contract/enums.ts'
import type { UserInfo } from '../../../lib/session/session.ts'
import type { UserChanges } from '../api/edit-user.ts'

/** What the form holds as text; empty contact data stays as it is, an empty choice is none. */
export interface ProfileValues {
  nickname: string
  phone: string
  login_password: string
  language: string
  time_zone: string
}

/** The form as it opens: contact data is masked to the app too, so its fields begin empty. */
export function valuesOf(user: UserInfo): ProfileValues {
  return {
    nickname: user.nickname,
    phone: '',
    login_password: '',
    language: user.language ?? '',
    time_zone: user.time_zone ?? '',
  }
}

/** What is to be changed: nothing of what stayed the same. */
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

/** Whether the login password is asked for: with another phone number, of who has one. */
export function asksPassword(user: UserInfo, values: ProfileValues): boolean {
  return user.entry === 'register' && values.phone.trim() !== ''
}

/** Every zone that the platform knows. */
export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}
