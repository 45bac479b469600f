import * as z from 'zod/mini'
import { publicCall } from '../call.ts'
import {
  confirmPassword,
  deviceToken,
  email,
  licenceKey,
  newPassword,
  phone,
  samePasswords,
  signedInOnDevice,
  username,
} from './identity.ts'
import { shownName } from './shown-name.ts'

const registrationFields = {
  licence_key: licenceKey,
  username,
  password: newPassword,
  confirm_password: confirmPassword,
  nickname: z.optional(shownName),
  email,
  phone,
  device_token: deviceToken,
}

const { licence_key, password, confirm_password } = registrationFields

/** The form's first step: the sign-in. */
export const registrationSignIn = z
  .object({ licence_key, username, password, confirm_password })
  .check(samePasswords)

/** The rules shared by registration form and server (SPEC §5). */
export const registration = z.strictObject(registrationFields).check(samePasswords)

export const register = publicCall('POST /auth/v2/register', {
  name: 'register',
  summary: 'Open an account with a licence key; signs in',
  request: registration,
  response: signedInOnDevice,
  refusals: [
    'username_invalid',
    'username_taken',
    'name_unreadable',
    'name_of_office',
    'email_invalid',
    'phone_invalid',
    'password_too_short',
    'password_too_common',
    'passwords_differ',
    'authorization_code_not_found',
    'authorization_code_used',
    'authorization_code_expired',
    'person_has_account',
    'account_not_activated',
  ],
})
