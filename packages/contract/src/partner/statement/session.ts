import * as z from 'zod/mini'
import { because, id, time } from '../../fields.ts'
import { SESSION_SHOWN } from '../../operator/house/staff-sessions.ts'
import { newStaffPassword } from '../../operator/statement/fields.ts'
import { type OpenStaffCall, openStaffCall } from '../../operator/statement/session.ts'
import { activationCode, partnerEmail, recoveryCode, totpCode } from '../fields.ts'
import { PARTNER_ROLES, PARTNER_SIDES } from './partner-call.ts'

/** The header that every call of partners' page carries, and no page of another site can send. */
export const PARTNER_HEADER = 'x-partner-call'
export const PARTNER_HEADER_VALUE = '1'

/** The header by which a page says whom it shows, by their id: where the cookie is another's by now, its calls are nobody's. */
export const PARTNER_PERSON_HEADER = 'x-partner-person'

/** The cookie with the session; browsers take the prefix over https alone, and then from https alone. */
export const PARTNER_COOKIE = { https: '__Secure-partner', http: 'partner' } as const

const sessionShown = z.object({
  ...SESSION_SHOWN,
  person_id: id,
  email: z.string(),
  role: z.enum(PARTNER_ROLES),
  side: z.enum(PARTNER_SIDES),
  party_id: id,
  party_name: z.string(),
  /** Until when what asks for a fresh proof may be done. */
  proof_ends_at: time,
})

/** Any text: whether it is a password is judged, not its form. */
const password = z
  .string({ error: because('field_invalid') })
  .check(z.minLength(1, 'field_required'), z.maxLength(200, 'field_too_long'))

const FACTOR = { totp: z.optional(totpCode), recovery_code: z.optional(recoveryCode) }
const PROOF_REFUSALS = [
  'staff_credentials_wrong',
  'staff_locked',
  'second_factor_required',
  'second_factor_wrong',
] as const

export const partnerActivate = openStaffCall({
  name: 'activate',
  method: 'POST',
  by: 'nobody',
  summary:
    'Set your first password with both halves of your activation code, and a second factor where you want one; it and its recovery codes are shown once',
  request: z.strictObject({
    email: partnerEmail,
    first_code: activationCode,
    second_code: activationCode,
    new_password: newStaffPassword,
    second_factor: z.optional(z.boolean({ error: because('field_invalid') })),
  }),
  response: z.object({
    email: z.string(),
    /** `otpauth://…`, for an authenticator app. */
    second_factor: z.nullable(z.string()),
    /** Each stands in for the second factor once. */
    recovery_codes: z.array(z.string()),
  }),
  refusals: [
    'email_invalid',
    'staff_password_too_short',
    'password_too_common',
    'staff_credentials_wrong',
    'login_password_same',
  ],
})

export const partnerLogin = openStaffCall({
  name: 'login',
  method: 'POST',
  by: 'nobody',
  summary: 'Sign in: opens a session, whose cookie lasts until the browser closes',
  request: z.strictObject({ email: partnerEmail, password, ...FACTOR }),
  response: sessionShown,
  refusals: ['email_invalid', ...PROOF_REFUSALS],
})

export const partnerLogout = openStaffCall({
  name: 'logout',
  method: 'POST',
  by: 'session',
  summary: 'End the session',
  request: z.strictObject({}),
  response: z.object({}),
  refusals: [],
})

export const partnerSession = openStaffCall({
  name: 'session',
  method: 'GET',
  by: 'session',
  summary: 'Who is signed in, for which company, where, and until when; asking does not extend it',
  request: z.strictObject({}),
  response: sessionShown,
  refusals: [],
})

export const partnerProof = openStaffCall({
  name: 'proof',
  method: 'POST',
  by: 'session',
  summary:
    'Prove again who you are, by the second factor or, in a sandbox without one, by the password: good for five minutes',
  request: z.strictObject({ password: z.optional(password), ...FACTOR }),
  response: sessionShown,
  refusals: PROOF_REFUSALS,
})

/** Every call about the session of partners' people. */
export const OPEN_PARTNER_CALLS: readonly OpenStaffCall[] = [
  partnerActivate,
  partnerLogin,
  partnerLogout,
  partnerSession,
  partnerProof,
]
