import * as z from 'zod/mini'
import { STAFF_ROLES, type StaffRole } from '../../enums.ts'
import { because, time } from '../../fields.ts'
import { newStaffPassword, readableName, reasonText, staffUsername } from '../statement/fields.ts'
import { fileInput } from '../statement/files.ts'
import { type Approval, proposed, proposedWith, staffCall } from '../statement/staff-call.ts'

/** A staff password entered to sign in; any text. */
export const givenPassword = z
  .string({ error: because('field_required') })
  .check(z.minLength(1, 'field_required'), z.maxLength(200, 'field_too_long'))

export const displayName = readableName(80)

function isRole(name: string): name is StaffRole {
  return STAFF_ROLES.some((role) => role === name)
}

/** Roles such as `support,risk`; the server checks which go together. */
const staffRoles = z.pipe(
  z.string({ error: because('field_invalid') }),
  z.transform((list: string, context): StaffRole[] => {
    const names = [...new Set(list.split(',').map((name) => name.trim()))]
    const roles = names.filter(isRole)
    if (roles.length !== names.length) {
      context.issues.push({ code: 'custom', message: 'field_invalid', input: list })
    }
    return roles
  }),
)

/** Who may, two together, add people and give roles. */
export const STAFFING_ROLES = ['admin'] as const satisfies readonly StaffRole[]

/** Answered to the maker: half of an activation code, to hand over; approving answers the other half. */
const withFirstCode = proposedWith({ first_code: z.string() })

export const staffAdding: Approval = {
  action: 'staff.add',
  roles: STAFFING_ROLES,
  refusals: ['roles_exclude', 'record_exists'],
}

export const addStaff = staffCall({
  name: 'add-staff',
  kind: 'propose',
  area: 'staff',
  roles: STAFFING_ROLES,
  approval: staffAdding,
  proof: 'fresh',
  may_rest: 'live',
  summary:
    'Propose a member of staff; prints the first half of their activation code, approving prints the second',
  note: 'roles is such as support,risk',
  request: z.strictObject({
    username: staffUsername,
    display_name: displayName,
    roles: staffRoles,
    reason: reasonText,
  }),
  response: withFirstCode,
  refusals: ['username_invalid'],
})

export const staffRolesChanging: Approval = {
  action: 'staff.change_roles',
  roles: STAFFING_ROLES,
  refusals: ['roles_exclude', 'record_not_found', 'state_conflict'],
}

export const changeStaffRoles = staffCall({
  name: 'change-staff-roles',
  kind: 'propose',
  area: 'staff',
  roles: STAFFING_ROLES,
  approval: staffRolesChanging,
  proof: 'fresh',
  may_rest: 'live',
  summary:
    'Propose the roles that a member of staff holds from then on; their sessions end with the approval, which is not theirs to give',
  note: 'roles names all of them, such as support,risk',
  request: z.strictObject({ username: staffUsername, roles: staffRoles, reason: reasonText }),
  response: proposed,
  refusals: ['username_invalid'],
})

export const staffReadmitting: Approval = {
  action: 'staff.readmit',
  roles: STAFFING_ROLES,
  refusals: ['record_not_found', 'state_conflict'],
}

export const readmitStaff = staffCall({
  name: 'readmit-staff',
  kind: 'propose',
  area: 'staff',
  roles: STAFFING_ROLES,
  approval: staffReadmitting,
  proof: 'fresh',
  may_rest: 'live',
  summary:
    'Propose that somebody who was shut out comes back, with their roles and a new password; prints the first half of their activation code, approving prints the second',
  request: z.strictObject({ username: staffUsername, reason: reasonText }),
  response: withFirstCode,
  refusals: ['username_invalid'],
})

export const staffFactorResetting: Approval = {
  action: 'staff.reset_factor',
  roles: STAFFING_ROLES,
  refusals: ['record_not_found', 'state_conflict'],
}

export const resetStaffFactor = staffCall({
  name: 'reset-staff-factor',
  kind: 'propose',
  area: 'staff',
  roles: STAFFING_ROLES,
  approval: staffFactorResetting,
  proof: 'fresh',
  may_rest: 'live',
  summary:
    'Propose that a colleague who lost their second factor set up another one, and another password; prints the first half of their activation code, approving prints the second, and their sessions end',
  request: z.strictObject({ username: staffUsername, reason: reasonText }),
  response: withFirstCode,
  refusals: ['username_invalid', 'four_eyes'],
})

export const disableStaff = staffCall({
  name: 'disable-staff',
  kind: 'act',
  area: 'staff',
  roles: ['admin', 'risk'],
  proof: 'fresh',
  may_rest: 'live',
  summary: 'Shut somebody out at once; two admins must stay, who bring in whoever is missing',
  request: z.strictObject({ username: staffUsername, reason: reasonText }),
  response: z.object({ username: z.string(), disabled: z.boolean() }),
  refusals: ['username_invalid', 'record_not_found', 'state_conflict', 'staff_credentials_wrong'],
})

export const listStaffMembers = staffCall({
  name: 'list-staff',
  kind: 'read',
  area: 'staff',
  roles: ['risk', 'auditor', 'admin'],
  may_rest: 'live',
  summary: 'Everybody on the staff, their roles and state',
  request: z.strictObject({}),
  response: z.array(
    z.object({
      username: z.string(),
      display_name: z.string(),
      roles: z.array(z.enum(STAFF_ROLES)),
      activated: z.boolean(),
      second_factor: z.boolean(),
      locked: z.boolean(),
      disabled: z.boolean(),
    }),
  ),
  refusals: [],
})

export const changeOwnPassword = staffCall({
  name: 'change-password',
  kind: 'act',
  area: 'staff',
  roles: STAFF_ROLES,
  summary: 'Change your own password; ends your sessions',
  note: 'password is the one until now',
  request: z.strictObject({ password: givenPassword, new_password: newStaffPassword }),
  response: z.object({ username: z.string() }),
  refusals: ['staff_password_too_short', 'password_too_common', 'staff_credentials_wrong', 'staff_locked'],
})

/** The host that a sandbox plays itself, so that tickets can be tried without a host app. */
export const SANDBOX_HOST = 'sandbox'
/** A host's name in tickets. */
export const HOST_ID = /^[a-z][a-z0-9-]{1,31}$/
export const KEY_ID = /^[A-Za-z0-9._-]{1,64}$/

export const hostId = z.string({ error: because('field_invalid') }).check(
  z.regex(HOST_ID, { error: because('field_invalid') }),
  z.refine((id: string) => id !== SANDBOX_HOST, 'field_invalid'),
)

export const keyId = z
  .string({ error: because('field_invalid') })
  .check(z.regex(KEY_ID, { error: because('field_invalid') }))

const coordinate = z
  .string({ error: because('field_invalid') })
  .check(z.regex(/^[\w-]{43}$/, { error: because('field_invalid') }))

/** The public half of a host's key as JWK: Ed25519 or P-256, without any private member. */
export const publicJwk = z.discriminatedUnion('kty', [
  z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: coordinate }),
  z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
])
export type PublicJwk = z.infer<typeof publicJwk>

export const hostKeyAdding: Approval = {
  action: 'host_key.add',
  roles: ['risk', 'admin'],
  refusals: ['record_exists'],
}

export const hostKeyAdd = staffCall({
  name: 'host-key-add',
  title: 'Add host key',
  kind: 'propose',
  area: 'staff',
  roles: ['risk', 'admin'],
  approval: hostKeyAdding,
  summary:
    'Propose a public key by which a host app’s entry tickets are known; whoever holds its private half can sign in that host’s users',
  note: 'file is the key as JWK, Ed25519 or P-256',
  request: z.strictObject({
    host_id: hostId,
    host_name: readableName(80),
    key_id: keyId,
    file: fileInput,
    reason: reasonText,
  }),
  response: proposed,
  refusals: ['file_unreadable', 'file_too_large'],
})

export const hostKeyRevoke = staffCall({
  name: 'host-key-revoke',
  title: 'Revoke host key',
  kind: 'act',
  area: 'staff',
  roles: ['risk', 'admin'],
  summary: 'End a host app’s key at once: its tickets are refused from then on, sessions go on',
  request: z.strictObject({ host_id: hostId, key_id: keyId, reason: reasonText }),
  response: z.object({ host_id: z.string(), key_id: z.string(), state: z.literal('revoked') }),
  refusals: ['record_not_found'],
})

export const hostList = staffCall({
  name: 'host-list',
  title: 'List hosts',
  kind: 'read',
  area: 'staff',
  roles: ['risk', 'auditor', 'admin'],
  summary: 'Host apps and their public keys, and the audience (`aud`) that their tickets have to name',
  request: z.strictObject({}),
  response: z.object({
    audience: z.string(),
    keys: z.array(
      z.object({
        host_id: z.string(),
        host_name: z.string(),
        key_id: z.string(),
        public_jwk: publicJwk,
        added_at: time,
        revoked_at: z.nullable(time),
      }),
    ),
  }),
  refusals: [],
})
