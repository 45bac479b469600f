import * as z from 'zod/mini'
import { customerCall, publicCall } from '../call.ts'
import { because, nothing, time } from '../fields.ts'
import { confirmPassword, email, newPassword, samePasswords } from './identity.ts'

/** An existing sign-in password, whatever the rules were when it was set. */
export const presentPassword = z
  .string({ error: because('field_invalid') })
  .check(z.minLength(1, 'field_required'), z.maxLength(200, 'field_too_long'))

/** The token of an emailed link; valid once, for a limited time. */
const linkToken = z
  .string({ error: because('field_invalid') })
  .check(z.minLength(1, 'field_required'), z.maxLength(100, 'field_too_long'))

/** Who continues: an emailed letter, or customer service if the program sends none. The same for every address. */
const goesOnBy = z.enum(['mail', 'service'])

/** The fields for changing the e-mail address; also the form's rules. */
export const emailChanges = z.strictObject({ email, login_password: presentPassword })

/** What customer service says beside a link that it gave. */
const linkCode = z
  .string({ error: because('field_invalid') })
  .check(z.minLength(1, 'field_required'), z.maxLength(40, 'field_too_long'))

/** The rules of the form that a link leads to. */
export const passwordResetForm = z
  .strictObject({ code: z.optional(linkCode), password: newPassword, confirm_password: confirmPassword })
  .check(samePasswords)

/** The rules of the form that changes the password. */
export const passwordChangeForm = z
  .strictObject({ old_password: presentPassword, password: newPassword, confirm_password: confirmPassword })
  .check(samePasswords)

export const emailChange = customerCall('POST /auth/v2/email/change', {
  name: 'emailChange',
  summary:
    'Ask for another e-mail address, or for the present one to be confirmed: a link is sent to it, and it holds once that is followed. The answer is the same for every address',
  request: emailChanges,
  response: z.object({ goes_on_by: goesOnBy }),
  refusals: ['email_invalid', 'login_password_wrong'],
})

export const emailLink = publicCall('POST /auth/v2/email/link', {
  name: 'emailLink',
  summary:
    'Which account a link that was sent to an e-mail address is for, without following it: for who is not signed in to it yet',
  request: z.strictObject({ token: linkToken }),
  response: z.object({ username: z.string(), operated_id: z.string() }),
  refusals: ['link_invalid'],
})

export const emailConfirm = customerCall('POST /auth/v2/email/confirm', {
  name: 'emailConfirm',
  summary:
    'Follow the link that was sent to an e-mail address, signed in to the account that it is for: from then on the address is the customer’s',
  request: z.strictObject({ token: linkToken }),
  response: nothing,
  refusals: ['link_invalid', 'link_of_another_account'],
})

export const passwordChange = customerCall('POST /auth/v2/password/change', {
  name: 'passwordChange',
  auth: 'restricted',
  summary:
    'Change the sign-in password with the old one; every other session ends, and withdrawals wait as after a reset of the transaction password',
  request: z.strictObject({ old_password: presentPassword, password: newPassword }),
  /** How long withdrawals are held and exchanges refused. */
  response: z.object({ effective_wait_until: time }),
  refusals: ['login_password_wrong', 'login_password_same', 'password_too_short', 'password_too_common'],
})

export const passwordForgotten = publicCall('POST /auth/v2/password/forgotten', {
  name: 'passwordForgotten',
  summary:
    'Ask for a link that sets a new sign-in password: it is sent where the address is a customer’s and confirmed. The answer is the same for every address',
  request: z.strictObject({ email }),
  response: z.object({ goes_on_by: goesOnBy }),
  refusals: ['email_invalid'],
})

export const passwordReset = publicCall('POST /auth/v2/password/reset', {
  name: 'passwordReset',
  summary:
    'Set a new sign-in password by the link that was sent: every session ends, and withdrawals wait as after a reset of the transaction password',
  request: z.strictObject({ token: linkToken, code: z.optional(linkCode), password: newPassword }),
  response: nothing,
  refusals: ['link_invalid', 'link_code_wrong', 'password_too_short', 'password_too_common'],
})
