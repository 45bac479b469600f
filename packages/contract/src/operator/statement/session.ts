import * as z from 'zod/mini'
import { STAFF_ROLES } from '../../enums.ts'
import { because, id, text, time } from '../../fields.ts'
import {
  newPasskey,
  passkeyAnswer,
  passkeyMaking,
  passkeyName,
  passkeyQuestion,
} from '../../identity/passkey.ts'
import type { Reason } from '../../reasons.ts'
import { SESSION_SHOWN } from '../house/staff-sessions.ts'
import { newStaffPassword, staffUsername } from './fields.ts'

/**
 * The header that every call of the office carries. A form or a picture of another site can't send it, and its script may
 * only after a question (CORS) that nobody answers.
 */
export const OFFICE_HEADER = 'x-office-call'
export const OFFICE_HEADER_VALUE = '1'

/**
 * The header by which a page says whose `staff_id` it shows. Windows of one browser share its cookie: what one person asked
 * for in one must not be done in the name of who signed in in another.
 */
export const OFFICE_PERSON_HEADER = 'x-office-person'

/** The cookie with the session; browsers take the prefix over https alone, and then from https alone. */
export const SESSION_COOKIE = { https: '__Secure-office', http: 'office' } as const

/** The cookie by which a browser is known that somebody has signed in with; it opens nothing. */
export const BROWSER_COOKIE = { https: '__Secure-office-browser', http: 'office-browser' } as const

interface OpenStaffCallShape<Request extends z.ZodMiniObject, Response extends z.ZodMiniType> {
  /** Kebab-case: the last part of its path. */
  name: string
  method: 'GET' | 'POST'
  /** `nobody`: without a session; `session`: by the session's cookie, whatever the roles. */
  by: 'nobody' | 'session'
  summary: string
  request: Request
  response: Response
  refusals: readonly Reason[]
}

/** A call about the session itself: no act of staff, so it has no roles and no command of its own. */
export type OpenStaffCall<
  Request extends z.ZodMiniObject = z.ZodMiniObject,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = OpenStaffCallShape<Request, Response>

/** States a call about the session of staff. */
export function openStaffCall<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  call: OpenStaffCall<Request, Response>,
): OpenStaffCall<Request, Response> {
  return call
}

const sessionShown = z.object({
  ...SESSION_SHOWN,
  staff_id: id,
  username: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  /** Until when what asks for a fresh proof may be done. */
  proof_ends_at: time,
})

/** Any text: whether it is a password is judged, not its form. */
const password = z
  .string({ error: because('field_invalid') })
  .check(z.minLength(1, 'field_required'), z.maxLength(200, 'field_too_long'))
/** Six digits of an authenticator app. */
const totp = text(16)

/** A code to write down, with or without its hyphens. */
const recoveryCode = text(40)

export const staffLogin = openStaffCall({
  name: 'login',
  method: 'POST',
  by: 'nobody',
  summary:
    'Sign in by password and, where there is a second factor, a code of the app or a recovery code: opens a session, whose cookie lasts until the browser closes',
  request: z.strictObject({
    username: staffUsername,
    password,
    totp: z.optional(totp),
    recovery_code: z.optional(recoveryCode),
  }),
  response: sessionShown,
  refusals: [
    'username_invalid',
    'staff_credentials_wrong',
    'staff_locked',
    'second_factor_required',
    'second_factor_wrong',
  ],
})

const PASSKEY_REFUSALS = ['passkey_wrong', 'passkey_counter_back', 'passkeys_need_host_name'] as const

export const staffLoginQuestion = openStaffCall({
  name: 'login-question',
  method: 'POST',
  by: 'nobody',
  summary: 'What a passkey is to answer to sign in: good once, for five minutes',
  request: z.strictObject({}),
  /** Names no passkey: whoever has one of this host is found by it. */
  response: passkeyQuestion,
  refusals: ['passkeys_need_host_name'],
})

export const staffPasskeyLogin = openStaffCall({
  name: 'passkey-login',
  method: 'POST',
  by: 'nobody',
  summary: 'Sign in by a passkey alone, whose device has verified its person',
  request: z.strictObject({ passkey: passkeyAnswer }),
  response: sessionShown,
  refusals: PASSKEY_REFUSALS,
})

/** A new member of staff, or one who sets up anew what they sign in with. */
export const staffActivation = openStaffCall({
  name: 'activate',
  method: 'POST',
  by: 'nobody',
  summary:
    'Set the first password, with the halves of the code that two people gave: for who is new, was readmitted or lost the second factor',
  request: z.strictObject({
    username: staffUsername,
    first_code: text(64),
    second_code: text(64),
    new_password: newStaffPassword,
    second_factor: z.optional(z.boolean({ error: because('field_invalid') })),
  }),
  response: z.object({
    username: z.string(),
    /** `otpauth://…` for an authenticator app, shown once; null where there is none. */
    second_factor: z.nullable(z.string()),
    /** Shown once; none without a second factor. */
    recovery_codes: z.array(z.string()),
  }),
  refusals: [
    'username_invalid',
    'staff_credentials_wrong',
    'staff_password_too_short',
    'password_too_common',
    'login_password_same',
  ],
})

export const staffLogout = openStaffCall({
  name: 'logout',
  method: 'POST',
  by: 'session',
  summary: 'End the session',
  request: z.strictObject({}),
  response: z.object({}),
  refusals: [],
})

export const staffSession = openStaffCall({
  name: 'session',
  method: 'GET',
  by: 'session',
  summary: 'Who is signed in, where, and until when; asking does not extend it',
  request: z.strictObject({}),
  response: sessionShown,
  refusals: [],
})

export const staffProof = openStaffCall({
  name: 'proof',
  method: 'POST',
  by: 'session',
  summary:
    'Prove again who you are, by a passkey, by a code of the second factor or, in a sandbox without either, by the password: good for five minutes',
  request: z.strictObject({
    password: z.optional(password),
    totp: z.optional(totp),
    passkey: z.optional(passkeyAnswer),
  }),
  response: sessionShown,
  refusals: [
    'staff_credentials_wrong',
    'staff_locked',
    'second_factor_required',
    'second_factor_wrong',
    ...PASSKEY_REFUSALS,
  ],
})

export const staffProofQuestion = openStaffCall({
  name: 'proof-question',
  method: 'POST',
  by: 'session',
  summary:
    'What a passkey of yours is to answer to prove again who you are: good once, in this session, for five minutes',
  request: z.strictObject({}),
  /** Names no passkey where you have none. */
  response: passkeyQuestion,
  refusals: ['passkeys_need_host_name'],
})

export const staffPasskeyMaking = openStaffCall({
  name: 'passkey-begin',
  method: 'POST',
  by: 'session',
  summary: 'What a new passkey of yours is to be made with: good once, in this session, for five minutes',
  request: z.strictObject({}),
  response: passkeyMaking,
  refusals: ['proof_stale', 'passkeys_need_host_name', 'passkeys_too_many'],
})

export const staffPasskeyAdding = openStaffCall({
  name: 'passkey-add',
  method: 'POST',
  by: 'session',
  summary: 'Keep the passkey that was made',
  request: z.strictObject({ name: passkeyName, made: newPasskey }),
  response: z.object({ passkey_id: id }),
  refusals: ['proof_stale', 'passkeys_need_host_name', 'passkeys_too_many', 'passkey_wrong'],
})

/** Every call about the session. */
export const OPEN_STAFF_CALLS: readonly OpenStaffCall[] = [
  staffLogin,
  staffLoginQuestion,
  staffPasskeyLogin,
  staffActivation,
  staffLogout,
  staffSession,
  staffProof,
  staffProofQuestion,
  staffPasskeyMaking,
  staffPasskeyAdding,
]
