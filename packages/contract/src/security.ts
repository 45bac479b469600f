import * as z from 'zod/mini'
import { customerCall } from './call.ts'
import { because, count, nothing, secondFactorCode, time, transactionPassword } from './fields.ts'

const PASSWORD_REFUSALS = [
  'transaction_password_malformed',
  'transaction_password_not_set',
  'transaction_password_wrong',
  'transaction_password_locked',
] as const

export const secondFactor = customerCall({
  name: 'secondFactor',
  method: 'GET',
  path: '/user/second_factor',
  auth: 'restricted',
  tag: 'security',
  summary:
    'Whether withdrawals, and signing in too, ask for a second factor, and how many recovery codes are left',
  request: z.strictObject({}),
  response: z.object({
    since: z.nullable(time),
    /** Since when signing in asks for it too; null: it does not. */
    at_sign_in_since: z.nullable(time),
    recovery_codes_left: count,
  }),
  refusals: [],
})

export const secondFactorBegin = customerCall({
  name: 'secondFactorBegin',
  method: 'POST',
  path: '/user/second_factor/begin',
  tag: 'security',
  summary: 'A new secret for an authenticator app (RFC 6238), shown once; asked for only after a first code',
  request: z.strictObject({ password: transactionPassword }),
  response: z.object({
    /** Base32, to type by hand. */
    secret: z.string(),
    /** `otpauth://…`, to open or scan. */
    address: z.string(),
  }),
  refusals: [...PASSWORD_REFUSALS, 'second_factor_set'],
})

export const secondFactorConfirm = customerCall({
  name: 'secondFactorConfirm',
  method: 'POST',
  path: '/user/second_factor/confirm',
  tag: 'security',
  summary: 'Sets the second factor up with a first code; answers recovery codes, shown once',
  request: z.strictObject({ code: secondFactorCode }),
  response: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: ['second_factor_wrong', 'second_factor_locked', 'second_factor_set', 'second_factor_not_set'],
})

export const secondFactorRemove = customerCall({
  name: 'secondFactorRemove',
  method: 'POST',
  path: '/user/second_factor/remove',
  auth: 'restricted',
  tag: 'security',
  summary:
    'Removes the second factor with the transaction password and a code; a recovery code restarts the 24-h wait',
  request: z.strictObject({ password: transactionPassword, code: secondFactorCode }),
  response: nothing,
  refusals: [...PASSWORD_REFUSALS, 'second_factor_wrong', 'second_factor_locked', 'second_factor_not_set'],
})

export const secondFactorAtSignIn = customerCall({
  name: 'secondFactorAtSignIn',
  method: 'POST',
  path: '/user/second_factor/at_sign_in',
  tag: 'security',
  summary:
    'Whether signing in asks for the second factor, too; with the transaction password and a code, and every other session ends',
  request: z.strictObject({
    at_sign_in: z.boolean({ error: because('field_invalid') }),
    password: transactionPassword,
    code: secondFactorCode,
  }),
  response: nothing,
  refusals: [
    ...PASSWORD_REFUSALS,
    'second_factor_wrong',
    'second_factor_locked',
    'second_factor_not_set',
    'sign_in_by_host',
  ],
})
