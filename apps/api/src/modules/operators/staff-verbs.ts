import * as z from 'zod/mini'
import * as audit from '../audit/index.ts'
import { staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import { hashPassword } from './credentials.ts'
import { findStaffForUpdate, listStaff, updateStaff } from './repository.ts'
import { EVERY_ROLE } from './rules.ts'
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

/** `disable-staff`: at once and by one person, because a stolen password does not wait; two must stay. */
export const disableStaffVerb = staffVerb({
  name: 'disable-staff',
  summary: 'Shut somebody out at once; at least two members of staff must stay',
  roles: ['admin', 'risk'],
  input: z.strictObject({ username: staffUsername, reason: reasonText }),
  run: ({ database, clock }, staff, { username, reason }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const record = await findStaffForUpdate(tx, username)
      if (!record) throw new Refusal('record_not_found', { field: 'username' })
      const others = (await listStaff(tx)).filter(
        (other) => other.staff_id !== record.staff_id && !other.disabled_at && other.password_hash,
      )
      if (record.disabled_at || others.length < 2) throw new Refusal('state_conflict', { field: 'username' })
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
