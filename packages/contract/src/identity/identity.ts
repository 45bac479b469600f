import * as z from 'zod/mini'
import { customerCall, publicCall } from '../call.ts'
import { ACCOUNT_STATUSES, LANGUAGES, LEDGER_MODES } from '../enums.ts'
import { amount, because, count, id, nothing, pageOf, pageQuery, time } from '../fields.ts'
import { askedData, FACTOR_REFUSALS, factorProof } from './passkey.ts'

/** Length, not composition (PRODUCT §7). */
export const PASSWORD_LENGTH_MIN = 8

export const username = z
  .string({ error: because('username_invalid') })
  .check(z.trim(), z.regex(/^[A-Za-z0-9._-]{3,32}$/, { error: because('username_invalid') }))

export const newPassword = z
  .string({ error: because('field_invalid') })
  .check(z.minLength(PASSWORD_LENGTH_MIN, 'password_too_short'), z.maxLength(200, 'field_too_long'))

export const email = z
  .string({ error: because('email_invalid') })
  .check(z.trim(), z.maxLength(254, 'email_invalid'), z.email({ error: because('email_invalid') }))

/** E.164. */
export const phone = z
  .string({ error: because('phone_invalid') })
  .check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/, { error: because('phone_invalid') }))

/** Groups of an authorization code may be separated; letters in either case. */
export const licenceKey = z
  .string({ error: because('authorization_code_not_found') })
  .check(z.trim(), z.minLength(1, 'field_required'), z.maxLength(64, 'authorization_code_not_found'))

/** What `fb_userInfo` stores: no more than the screens need (PRODUCT §7). */
export const userInfo = z.object({
  customer_id: id,
  username: z.string(),
  nickname: z.string(),
  entry: z.enum(['register', 'hybrid']),
  operated_id: z.string(),
  credit_score: count,
  level: count,
  email_masked: z.string(),
  /** Whether a link sent to the address was followed; letters go only to confirmed addresses. */
  email_confirmed: z.boolean(),
  phone_masked: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
  time_zone: z.nullable(z.string()),
  status: z.enum(ACCOUNT_STATUSES),
  transaction_password_set: z.boolean(),
  /**
   * An hour after this session began, by sign-in, registration, opening or entry ticket: after that, setting a first
   * transaction password without the sign-in password makes withdrawals wait, as a reset does.
   */
  sign_in_fresh_until: time,
  total_deposited: amount,
  created_at: time,
})

/** The answer to every sign-in. */
export const signedIn = z.object({ token: z.string(), user: userInfo })

/** The answer to a password sign-in; the device sends `device_token` with the next one. */
export const signedInOnDevice = z.object({ ...signedIn.shape, device_token: z.string() })

/** With a sign-in's 403 or 404: valid only for the customer's wallet and withdrawals (PRODUCT §7). */
export const restrictedToken = z.optional(z.string())

/** Shows that the device was signed in before, so that strangers' wrong passwords never lock it out. */
export const deviceToken = z.optional(
  z.string({ error: because('field_invalid') }).check(z.maxLength(100, 'field_too_long')),
)

export const confirmPassword = z.string({ error: 'field_required' }).check(z.minLength(1, 'field_required'))

/** Forms ask for a new password twice. */
export const samePasswords = z.refine<{ password: string; confirm_password: string }>(
  (form) => form.password === form.confirm_password,
  { error: 'passwords_differ', path: ['confirm_password'] },
)

export const login = publicCall('POST /auth/v2/login', {
  name: 'login',
  summary:
    'Sign in with username (or e-mail address) and password, and the second factor where the customer asked for that; a 403 or 404 carries `restricted_token` in `data` (PRODUCT §7)',
  request: z.strictObject({
    username: z
      .string({ error: because('field_invalid') })
      .check(z.trim(), z.minLength(1, 'field_required'), z.maxLength(254, 'field_too_long')),
    password: z
      .string({ error: because('field_invalid') })
      .check(z.minLength(1, 'field_required'), z.maxLength(200, 'field_too_long')),
    device_token: deviceToken,
    /** For customers who have asking at sign-in turned on. */
    ...factorProof,
  }),
  response: signedInOnDevice,
  refusals: [
    'credentials_wrong',
    ...FACTOR_REFUSALS,
    'account_not_activated',
    'account_disabled',
    'account_cancelled',
  ],
  refusal_data: z.strictObject({ restricted_token: restrictedToken, ...askedData }),
})

export const logout = customerCall('POST /auth/v2/logout', {
  name: 'logout',
  auth: 'restricted',
  summary: 'Revoke the token in use',
  request: z.strictObject({}),
  response: nothing,
  refusals: [],
})

export const logoutAll = customerCall('POST /auth/v2/logout/all', {
  name: 'logoutAll',
  auth: 'restricted',
  summary: "Revoke every token of the customer's, the one in use included",
  request: z.strictObject({}),
  response: nothing,
  refusals: [],
})

export const sessionList = customerCall('GET /auth/v2/session/list', {
  name: 'sessionList',
  summary: 'Sessions that are signed in, the one used last first',
  request: z.strictObject(pageQuery),
  response: pageOf(
    z.object({
      session_id: id,
      device: z.string(),
      created_at: time,
      last_used_at: time,
      current: z.boolean(),
    }),
  ),
  refusals: ['cursor_invalid'],
})

export const sessionRevoke = customerCall('POST /auth/v2/session/revoke', {
  name: 'sessionRevoke',
  summary: 'Revoke one session',
  request: z.strictObject({ session_id: id }),
  response: nothing,
  refusals: ['no_user_data'],
})

export const userInfoCall = customerCall('GET /user/info', {
  name: 'userInfo',
  auth: 'restricted',
  summary: 'The signed-in customer',
  request: z.strictObject({}),
  response: userInfo,
  refusals: ['no_user_data'],
})

export const accountabilityList = customerCall('GET /user/accountability/list', {
  name: 'accountabilityList',
  auth: 'restricted',
  summary: "Every staff action on the customer's account: role, what, why, approver (PRODUCT §15)",
  request: z.strictObject(pageQuery),
  response: pageOf(
    z.object({
      entry_id: z.string(),
      occurred_at: time,
      role: z.string(),
      action: z.string(),
      subject: z.string(),
      reason: z.nullable(z.string()),
      approver_role: z.nullable(z.string()),
    }),
  ),
  refusals: ['cursor_invalid'],
})

/** A language of `client_language_map`: `source` is a comma-separated list of codes (SPEC §9). */
export const languageMapItem = z.object({
  source: z.string(),
  target: z.enum(LANGUAGES),
  description: z.string(),
})

export const basicConfig = publicCall('GET /basic_config', {
  name: 'basicConfig',
  summary: 'What the app needs before sign-in',
  request: z.strictObject({
    lang: z.optional(z.string({ error: because('field_invalid') }).check(z.maxLength(35, 'field_invalid'))),
  }),
  response: z.object({
    client_language_map: z.array(languageMapItem),
    customer_service_url: z.string(),
    /** 1: the app's own page `#/customer`; 2: the external address. */
    customer_service_url_type: z.union([z.literal(1), z.literal(2)]),
    brand_name: z.string(),
    currency: z.string(),
    mode: z.enum(LEDGER_MODES),
    /** How far a sandbox's clock is ahead; 0 otherwise. */
    clock_offset_ms: z.int(),
    /** Whether customers may move this sandbox's clock (`/sandbox/clock`). */
    sandbox_playable: z.boolean(),
    legal_entity: z.nullable(z.string()),
    /** The page of the sandbox's bank; null on a live ledger and in a sandbox without one. */
    sandbox_bank_url: z.nullable(z.string()),
    plan_amount_min: amount,
    plan_amount_max: amount,
    /** Policy figures in the app's texts. */
    beneficiary_wait_ms: z.int(),
    no_delivery_limit_ms: z.int(),
    publisher_hold_ms: z.int(),
    level_window_ms: z.int(),
    /** The settled spend for one, two, three and four stars. */
    level_spends: z.array(amount),
  }),
  refusals: [],
})
