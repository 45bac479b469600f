import * as z from 'zod/mini'
import { because, count, id, time } from '../fields.ts'
import { givenPassword } from '../operator/house/staff.ts'
import { SESSION_SHOWN } from '../operator/house/staff-sessions.ts'
import { newStaffPassword } from '../operator/statement/fields.ts'
import { partnerEmail } from './fields.ts'
import { PARTNER_ROLES, PARTNER_SIDES, PERSON_STATES, partnerCall } from './statement/partner-call.ts'

const role = z.enum(PARTNER_ROLES, { error: because('field_invalid') })

export const listPeople = partnerCall({
  name: 'list-people',
  kind: 'read',
  area: 'people',
  sides: PARTNER_SIDES,
  roles: PARTNER_ROLES,
  summary: 'Who may sign in for your company, whoever was invited first first',
  request: z.strictObject({}),
  /** All of them: a company has few. */
  response: z.object({
    items: z.array(
      z.object({
        person_id: id,
        email: z.string(),
        role: z.enum(PARTNER_ROLES),
        state: z.enum(PERSON_STATES),
        second_factor: z.boolean(),
        invited_at: time,
      }),
    ),
  }),
  refusals: [],
})

export const invitePerson = partnerCall({
  name: 'invite-person',
  kind: 'act',
  area: 'people',
  sides: PARTNER_SIDES,
  roles: ['owner'],
  proof: 'fresh',
  once: true,
  summary: 'Invite somebody of your company; both halves of their activation code are shown once',
  note: 'the code is good for a week: hand it over yourself',
  request: z.strictObject({ email: partnerEmail, role }),
  response: z.object({
    person_id: id,
    email: z.string(),
    role: z.enum(PARTNER_ROLES),
    first_code: z.string(),
    second_code: z.string(),
  }),
  refusals: ['email_invalid', 'record_exists'],
})

export const changePersonRole = partnerCall({
  name: 'change-person-role',
  kind: 'act',
  area: 'people',
  sides: PARTNER_SIDES,
  roles: ['owner'],
  proof: 'fresh',
  summary: 'Give somebody of your company another role; their sessions end, and one owner must stay',
  request: z.strictObject({ person_id: id, role }),
  response: z.object({ person_id: id, role: z.enum(PARTNER_ROLES) }),
  refusals: ['record_not_found', 'state_conflict'],
})

export const removePerson = partnerCall({
  name: 'remove-person',
  kind: 'act',
  area: 'people',
  sides: PARTNER_SIDES,
  roles: ['owner'],
  proof: 'fresh',
  summary: 'Remove somebody of your company at once; their sessions end, and one owner must stay',
  request: z.strictObject({ person_id: id }),
  response: z.object({ person_id: id, state: z.literal('removed') }),
  refusals: ['record_not_found', 'state_conflict'],
})

export const listSessions = partnerCall({
  name: 'list-sessions',
  kind: 'read',
  area: 'people',
  sides: PARTNER_SIDES,
  roles: PARTNER_ROLES,
  summary: 'Where you are signed in, the session used last first',
  request: z.strictObject({}),
  /** All of them: they end by themselves. */
  response: z.object({ items: z.array(z.object({ ...SESSION_SHOWN, is_this: z.boolean() })) }),
  refusals: [],
})

export const endSession = partnerCall({
  name: 'end-session',
  kind: 'act',
  area: 'people',
  sides: PARTNER_SIDES,
  roles: PARTNER_ROLES,
  summary: 'End one of your sessions',
  request: z.strictObject({ session_id: id }),
  response: z.object({ ended: count }),
  refusals: ['record_not_found'],
})

export const endAllSessions = partnerCall({
  name: 'end-all-sessions',
  kind: 'act',
  area: 'people',
  sides: PARTNER_SIDES,
  roles: PARTNER_ROLES,
  summary: 'End all your other sessions',
  request: z.strictObject({}),
  response: z.object({ ended: count }),
  refusals: [],
})

export const changePartnerPassword = partnerCall({
  name: 'change-own-password',
  kind: 'act',
  area: 'people',
  sides: PARTNER_SIDES,
  roles: PARTNER_ROLES,
  summary: 'Change your own password; ends your sessions, this one too',
  note: 'password is the one until now',
  request: z.strictObject({ password: givenPassword, new_password: newStaffPassword }),
  response: z.object({ email: z.string() }),
  refusals: ['staff_password_too_short', 'password_too_common', 'staff_credentials_wrong', 'staff_locked'],
})

export const renewRecoveryCodes = partnerCall({
  name: 'renew-recovery-codes',
  kind: 'act',
  area: 'people',
  sides: PARTNER_SIDES,
  roles: PARTNER_ROLES,
  proof: 'fresh',
  summary: 'Have other recovery codes in place of those you have; each stands in for your second factor once',
  note: 'they are shown once; those from before are no good any more',
  request: z.strictObject({}),
  response: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: ['state_conflict'],
})
