import * as z from 'zod/mini'
import { ACCOUNT_STATUSES, LANGUAGES } from '../../enums.ts'
import { because, count, id, pageOf, text, time } from '../../fields.ts'
import { userInfo } from '../../identity/identity.ts'
import { customerHandle, documentHash, listFlags, reasonText, wholeText } from '../statement/fields.ts'
import { type Approval, proposed, proposedWith, staffCall } from '../statement/staff-call.ts'

const aboutCustomer = z.strictObject({ customer: customerHandle, reason: reasonText })

/** PRODUCT §15: the look stands in the customer's feed. */
export const customerShow = staffCall({
  name: 'customer-show',
  title: 'Show customer',
  kind: 'read',
  area: 'customers',
  roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  touches: 'customer',
  summary: 'A customer; they see who looked',
  request: z.strictObject({ customer: customerHandle, reason: z.optional(reasonText) }),
  response: z.object({
    customer_id: id,
    person_id: id,
    username: z.string(),
    nickname: z.string(),
    email_masked: z.string(),
    email_confirmed_at: z.nullable(time),
    phone_masked: z.nullable(z.string()),
    entry: userInfo.shape.entry,
    operated_id: z.string(),
    status: z.enum(ACCOUNT_STATUSES),
    language: z.nullable(z.enum(LANGUAGES)),
    time_zone: z.nullable(z.string()),
    transaction_password_changed_at: z.nullable(time),
    transaction_password_reset_at: z.nullable(time),
    policy_version: count,
    created_at: time,
    person_name: z.nullable(z.string()),
    /** The member of staff who verified the person. */
    verified_by: z.nullable(id),
    verified_at: z.nullable(time),
    sessions_signed_in: count,
  }),
  refusals: ['record_not_found'],
})

/** The changes of an account's status that staff can make. */
export type StatusChange = 'activate' | 'disable' | 'enable' | 'cancel'

function statusChange(change: StatusChange, summary: string) {
  return staffCall({
    name: `customer-${change}`,
    title: `${change.charAt(0).toUpperCase()}${change.slice(1)} customer`,
    kind: 'propose',
    area: 'customers',
    roles: ['support', 'risk'],
    approval: { action: `customer.${change}`, roles: ['risk'], refusals: ['state_conflict'] },
    touches: 'customer',
    summary,
    request: aboutCustomer,
    response: proposed,
    refusals: ['record_not_found'],
  })
}

export const customerActivate = statusChange(
  'activate',
  'Propose to activate an account that was opened with a code to be activated by staff',
)
export const customerDisable = statusChange(
  'disable',
  'Propose to disable an account: plans stop, its own money stays readable and withdrawable',
)
export const customerEnable = statusChange('enable', 'Propose to enable a disabled account')
export const customerCancel = statusChange(
  'cancel',
  'Propose to cancel an account for good; its own money stays readable and withdrawable',
)

/** Whether an account opened with a code is active at once, or after two members of staff activate it. */
export const ACTIVATIONS = ['at_once', 'by_staff'] as const
export type Activation = (typeof ACTIVATIONS)[number]

const CODE_DAYS_MAX = 90

/** Names are compared by their letters and digits, so they have some. */
const personName = text(80).check(
  z.refine((name: string) => /[\p{L}\p{N}]/u.test(name.normalize('NFKD')), 'field_invalid'),
)

export const issueAuthorizationCode = staffCall({
  name: 'issue-code',
  kind: 'act',
  area: 'customers',
  roles: ['support', 'risk', 'admin'],
  once: true,
  summary: 'Record a verified person and print their authorization code, once',
  note: `expires_in_days is 14 unless something else is said, at most ${CODE_DAYS_MAX}`,
  request: z.strictObject({
    person_name: personName,
    document_hash: documentHash,
    policy_label: z.optional(text(40)),
    expires_in_days: z.optional(wholeText(1, CODE_DAYS_MAX)),
    activation: z.optional(z.enum(ACTIVATIONS, { error: because('field_invalid') })),
  }),
  response: z.object({
    code_id: id,
    licence_code: z.string(),
    person_id: id,
    policy_version: count,
    expires_at: time,
  }),
  refusals: ['record_exists'],
})

export const listAuthorizationCodes = staffCall({
  name: 'list-codes',
  kind: 'read',
  area: 'customers',
  roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  summary: 'Authorization codes, newest first, with the person, the policy and what became of each',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      code_id: id,
      person_name: z.string(),
      policy_label: z.string(),
      policy_version: count,
      activation: z.enum(ACTIVATIONS),
      issued_at: time,
      expires_at: time,
      used_at: z.nullable(time),
      /** The customer who opened an account with it. */
      used_by: z.nullable(id),
      state: z.enum(['open', 'used', 'expired']),
    }),
  ),
  refusals: [],
})

export const revokeAuthorizationCode = staffCall({
  name: 'revoke-code',
  kind: 'act',
  area: 'customers',
  roles: ['support', 'risk', 'admin'],
  summary: 'End an unused authorization code at once',
  request: z.strictObject({ code_id: id, reason: reasonText }),
  response: z.object({ code_id: id, state: z.literal('expired') }),
  refusals: ['record_not_found'],
})

export const listEmailRequests = staffCall({
  name: 'list-email-requests',
  kind: 'read',
  area: 'customers',
  roles: ['support', 'risk', 'auditor', 'admin'],
  proof: 'fresh',
  summary: 'E-mail addresses that customers asked for and that wait to be confirmed, the oldest first',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      customer_id: id,
      username: z.string(),
      operated_id: z.string(),
      email: z.string(),
      asked_at: time,
    }),
  ),
  refusals: [],
})

export const emailConfirming: Approval = {
  action: 'customer.confirm_email',
  roles: ['risk', 'admin'],
  refusals: ['state_conflict', 'record_exists'],
}

export const confirmEmail = staffCall({
  name: 'confirm-email',
  kind: 'propose',
  area: 'customers',
  roles: ['support', 'risk', 'admin'],
  approval: emailConfirming,
  touches: 'customer',
  summary: 'Propose that the e-mail address a customer asked for be theirs, once they have shown it',
  request: aboutCustomer,
  response: proposed,
  refusals: ['record_not_found'],
})

/** For how long a link that sets a new login password is good, from its making. */
export const PASSWORD_LINK_MINUTES = 10

export const loginPasswordResetting: Approval = {
  action: 'login_password.reset',
  roles: ['risk', 'admin'],
  refusals: ['record_not_found'],
}

export const resetLoginPassword = staffCall({
  name: 'reset-login-password',
  kind: 'propose',
  area: 'customers',
  roles: ['support', 'risk', 'admin'],
  approval: loginPasswordResetting,
  touches: 'customer',
  summary: `Propose a link by which a customer sets a new login password; prints the code that it asks for, approving prints the link, good once and for ${PASSWORD_LINK_MINUTES} minutes, and withdrawals then wait 24 h`,
  request: aboutCustomer,
  response: proposedWith({ first_code: z.string() }),
  refusals: ['state_conflict'],
})

export const secondFactorRemoving: Approval = {
  action: 'second_factor.remove',
  roles: ['risk', 'admin'],
  refusals: ['second_factor_not_set'],
}

export const removeSecondFactor = staffCall({
  name: 'remove-second-factor',
  kind: 'propose',
  area: 'customers',
  roles: ['support', 'risk', 'admin'],
  approval: secondFactorRemoving,
  touches: 'customer',
  summary:
    'Propose that a customer’s lost second factor be removed; their sessions then end, and withdrawals wait 24 h',
  request: aboutCustomer,
  response: proposed,
  refusals: ['record_not_found'],
})

export const endSessions = staffCall({
  name: 'end-sessions',
  kind: 'act',
  area: 'customers',
  roles: ['support', 'risk'],
  touches: 'customer',
  summary: 'End every session of a customer at once; they read the reason',
  note: 'forget_devices makes their devices strangers at the next sign-in, too',
  request: z.strictObject({
    customer: customerHandle,
    forget_devices: z.optional(z.boolean()),
    reason: reasonText,
  }),
  response: z.object({ customer_id: id, sessions_ended: count, devices_forgotten: count }),
  refusals: ['record_not_found'],
})

export const allSessionsEnding: Approval = {
  action: 'session.end_all',
  roles: ['risk', 'admin'],
  refusals: [],
}

export const endAllSessions = staffCall({
  name: 'end-all-sessions',
  kind: 'propose',
  area: 'customers',
  roles: ['risk', 'admin'],
  approval: allSessionsEnding,
  summary:
    'Propose that every session of every customer end at once; their devices stay known, and they read the reason as they next log in',
  note: 'staff_too ends those of the staff, too, but for the two who decide',
  request: z.strictObject({ staff_too: z.optional(z.boolean()), reason: reasonText }),
  response: proposed,
  refusals: [],
})
