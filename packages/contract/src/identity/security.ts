import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { because, count, id, nothing, secondFactorCode, time, transactionPassword } from '../fields.ts'
import { askedData, FACTOR_REFUSALS, factorProof, newPasskey, passkeyMaking, passkeyName } from './passkey.ts'

const PASSWORD_REFUSALS = [
  'transaction_password_malformed',
  'transaction_password_not_set',
  'transaction_password_wrong',
  'transaction_password_locked',
] as const

/** Every change of the second factor takes the transaction password, and the factor itself if one is set up. */
const change = { password: transactionPassword, ...factorProof }
const CHANGE_REFUSALS = [...PASSWORD_REFUSALS, ...FACTOR_REFUSALS] as const

/** Shown once; empty if there were codes already, which serve for every kind. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const secondFactor = customerCall('GET /user/second_factor', {
  name: 'secondFactor',
  auth: 'restricted',
  summary:
    'Whether withdrawals, and signing in too, ask for a second factor, by which app and passkeys it is shown, and how many recovery codes are left',
  request: z.strictObject({}),
  response: z.object({
    /** Since when a factor is asked for, or null. */
    since: z.nullable(time),
    /** Since when there is an authenticator app, or null. */
    app_since: z.nullable(time),
    /** Since when sign-in asks for it too, or null. */
    at_sign_in_since: z.nullable(time),
    recovery_codes_left: count,
    /** The last added first. */
    passkeys: z.array(
      z.object({
        passkey_id: id,
        name: z.string(),
        added_at: time,
        last_used_at: z.nullable(time),
      }),
    ),
    /** The origin where browsers allow passkeys; null if the program's address has no host name, which they need. */
    passkey_origin: z.nullable(z.string()),
  }),
  refusals: [],
})

export const secondFactorBegin = customerCall('POST /user/second_factor/begin', {
  name: 'secondFactorBegin',
  summary: 'A new secret for an authenticator app (RFC 6238), shown once; asked for only after a first code',
  request: z.strictObject(change),
  response: z.object({
    /** Base32, to type by hand. */
    secret: z.string(),
    /** `otpauth://…`, to open or scan. */
    address: z.string(),
  }),
  refusals: [...CHANGE_REFUSALS, 'second_factor_set'],
  refusal_data: z.strictObject(askedData),
})

export const secondFactorConfirm = customerCall('POST /user/second_factor/confirm', {
  name: 'secondFactorConfirm',
  summary:
    'Sets the authenticator app up with a first code; answers recovery codes where there were none, shown once',
  request: z.strictObject({ code: secondFactorCode }),
  response: recoveryCodes,
  refusals: ['second_factor_wrong', 'second_factor_locked', 'second_factor_set', 'second_factor_not_set'],
})

export const secondFactorRemove = customerCall('POST /user/second_factor/remove', {
  name: 'secondFactorRemove',
  auth: 'restricted',
  summary:
    'Removes the authenticator app with the transaction password and the second factor; a recovery code restarts the 24-h wait',
  request: z.strictObject(change),
  response: nothing,
  refusals: [...CHANGE_REFUSALS, 'second_factor_not_set'],
  refusal_data: z.strictObject(askedData),
})

export const secondFactorAtSignIn = customerCall('POST /user/second_factor/at_sign_in', {
  name: 'secondFactorAtSignIn',
  summary:
    'Whether signing in asks for the second factor, too; with the transaction password and the factor, and every other session ends',
  request: z.strictObject({ at_sign_in: z.boolean({ error: because('field_invalid') }), ...change }),
  response: nothing,
  refusals: [...CHANGE_REFUSALS, 'second_factor_not_set', 'sign_in_by_host'],
  refusal_data: z.strictObject(askedData),
})

export const passkeyBegin = customerCall('POST /user/passkey/begin', {
  name: 'passkeyBegin',
  summary: 'What a new passkey is made with, in this session, within minutes',
  request: z.strictObject(change),
  response: passkeyMaking,
  refusals: [...CHANGE_REFUSALS, 'passkeys_need_host_name', 'passkeys_too_many'],
  refusal_data: z.strictObject(askedData),
})

export const passkeyAdd = customerCall('POST /user/passkey/add', {
  name: 'passkeyAdd',
  summary:
    'Adds the passkey that was made; answers recovery codes where there were none, shown once. Every other session ends',
  request: z.strictObject({ name: passkeyName, made: newPasskey }),
  response: recoveryCodes,
  refusals: ['passkey_wrong', 'passkeys_too_many', 'passkeys_need_host_name'],
})

export const passkeyRemove = customerCall('POST /user/passkey/remove', {
  name: 'passkeyRemove',
  auth: 'restricted',
  summary:
    'Removes a passkey with the transaction password and the second factor; a recovery code restarts the 24-h wait',
  request: z.strictObject({ passkey_id: id, ...change }),
  response: nothing,
  refusals: [...CHANGE_REFUSALS, 'passkey_not_found'],
  refusal_data: z.strictObject(askedData),
})
