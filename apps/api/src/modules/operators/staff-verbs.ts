import * as z from 'zod/mini'
import * as audit from '../audit/index.ts'
import { type ApprovedAct, type StaffVerb, staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import { addStaffAct, addStaffVerb } from './add-staff.ts'
import { hashPassword } from './credentials.ts'
import { listStaff, lockStaff, type StaffRecord, updateStaff } from './repository.ts'
import { CHECKING_ROLES, EVERY_ROLE, hasFourEyes } from './rules.ts'
import { reasonText, staffPassword, staffUsername } from './staff-fields.ts'

/** `change-password`: one's own, after signing in with the old one. */
export const changePasswordVerb = staffVerb({
  name: 'change-password',
  summary:
    'Change your own password (better by OPERATOR_NEW_PASSWORD than as a flag, which other users can see)',
  roles: EVERY_ROLE,
  input: z.strictObject({ new_password: staffPassword }),
  run: async ({ database }, staff, { new_password }) => {
    const password_hash = await hashPassword(new_password)
    return await database.transaction({ kind: 'system' }, async (tx) => {
      await updateStaff(tx, staff.staff_id, { password_hash })
      await audit.append(tx, {
        actor: { kind: 'staff', staff },
        action: 'staff.password_changed',
        subject: { kind: 'staff', id: staff.staff_id },
      })
      return { username: staff.username }
    })
  },
})

/**
 * `disable-staff`: at once and by one person, because a stolen password does not wait; what they had proposed can't be
 * approved any more. Refuses where nobody could act as two people afterwards; `acts`: every module's.
 */
export function disableStaffVerb(acts: readonly ApprovedAct[]): StaffVerb {
  return staffVerb({
    name: 'disable-staff',
    summary:
      'Shut somebody out at once; two people must stay of whom one can propose what the other approves',
    roles: ['admin', 'risk'],
    input: z.strictObject({ username: staffUsername, reason: reasonText }),
    run: ({ database, clock }, staff, { username, reason }) =>
      database.transaction({ kind: 'system' }, async (tx) => {
        await lockStaff(tx)
        const everybody = await listStaff(tx)
        const record = everybody.find((person) => person.username === username)
        if (!record) throw new Refusal('record_not_found', { field: 'username' })
        const able = everybody.filter(isAble)
        // Of two who shut each other out at once the second is nobody any more.
        if (!able.some(({ staff_id }) => staff_id === staff.staff_id)) {
          throw new Refusal('staff_credentials_wrong')
        }
        const left = able.filter(({ staff_id }) => staff_id !== record.staff_id)
        if (record.disabled_at || !canGoOn(acts, able, left)) {
          throw new Refusal('state_conflict', { field: 'username' })
        }
        await updateStaff(tx, record.staff_id, { disabled_at: clock.now() })
        await audit.append(tx, {
          actor: { kind: 'staff', staff },
          action: 'staff.disabled',
          subject: { kind: 'staff', id: record.staff_id },
          reason,
          details: { username },
        })
        return { username, disabled: true }
      }),
  })
}

function isAble({ disabled_at, password_hash }: StaffRecord): boolean {
  return disabled_at === null && password_hash !== null
}

/**
 * Whether those who are `left` can still agree on something, and bring in whoever is missing where they could `before`:
 * nothing else mends a staff of too few.
 */
function canGoOn(
  acts: readonly ApprovedAct[],
  before: readonly StaffRecord[],
  left: readonly StaffRecord[],
): boolean {
  const canAdd = (people: readonly StaffRecord[]) =>
    hasFourEyes(people, addStaffVerb.roles, addStaffAct.checker_roles)
  if (canAdd(before)) return canAdd(left)
  const checker_roles = acts.flatMap((act) => act.checker_roles)
  return hasFourEyes(left, CHECKING_ROLES, checker_roles)
}

/** `list-staff`. */
export const listStaffVerb = staffVerb({
  name: 'list-staff',
  summary: 'Everybody on the staff, their roles and state',
  roles: EVERY_ROLE,
  input: z.strictObject({}),
  run: async ({ database, clock }) => {
    const staff = await database.transaction({ kind: 'system' }, listStaff)
    return staff.map((person) => ({
      username: person.username,
      display_name: person.display_name,
      roles: person.roles,
      activated: person.password_hash !== null,
      second_factor: person.totp_secret !== null,
      locked: person.locked_until !== null && person.locked_until > clock.now(),
      disabled: person.disabled_at !== null,
    }))
  },
})
