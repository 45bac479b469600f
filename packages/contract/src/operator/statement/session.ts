import * as z from 'zod/mini'
import { STAFF_ROLES } from '../../enums.ts'
import { because, id, text, time } from '../../fields.ts'
import type { Reason } from '../../reasons.ts'
import { SESSION_SHOWN } from '../house/staff-sessions.ts'
import { staffUsername } from './fields.ts'

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

export const staffLogin = openStaffCall({
  name: 'login',
  method: 'POST',
  by: 'nobody',
  summary: 'Sign in: opens a session, whose cookie lasts until the browser closes',
  request: z.strictObject({ username: staffUsername, password, totp: z.optional(totp) }),
  response: sessionShown,
  refusals: [
    'username_invalid',
    'staff_credentials_wrong',
    'staff_locked',
    'second_factor_required',
    'second_factor_wrong',
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
    'Prove again who you are, by a code of the second factor or, in a sandbox without one, by the password: good for five minutes',
  request: z.strictObject({ password: z.optional(password), totp: z.optional(totp) }),
  response: sessionShown,
  refusals: ['staff_credentials_wrong', 'staff_locked', 'second_factor_required', 'second_factor_wrong'],
})

/** Every call about the session. */
export const OPEN_STAFF_CALLS: readonly OpenStaffCall[] = [staffLogin, staffLogout, staffSession, staffProof]
