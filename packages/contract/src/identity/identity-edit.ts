import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { LANGUAGES } from '../enums.ts'
import { because, timeZone } from '../fields.ts'
import { phone, userInfo } from './identity.ts'
import { presentPassword } from './identity-password.ts'
import { shownName } from './shown-name.ts'

/** What customers may change about themselves (PRODUCT §16); absent members stay. Also the form's rules. */
export const userChanges = z.strictObject({
  nickname: z.optional(shownName),
  phone: z.optional(phone),
  /** Required with a new phone number if there is one, since a session may be stolen. */
  login_password: z.optional(presentPassword),
  /** Null: the screen's language. */
  language: z.optional(z.nullable(z.enum(LANGUAGES, { error: because('field_invalid') }))),
  /** Null: UTC. */
  time_zone: z.optional(z.nullable(timeZone)),
})

export const userInfoEdit = customerCall('POST /user/info/edit', {
  name: 'userInfoEdit',
  summary:
    "Change the signed-in customer's nickname, phone, language or time zone; another phone number takes the sign-in password, or of a host app's user a session that began within the hour",
  request: userChanges,
  response: userInfo,
  refusals: [
    'name_unreadable',
    'name_of_office',
    'phone_invalid',
    'time_zone_unknown',
    'no_user_data',
    'login_password_wrong',
    'sign_in_not_fresh',
  ],
})
