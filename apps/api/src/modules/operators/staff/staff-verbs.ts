import { changeOwnPassword, disableStaff, listStaffMembers } from '@adtally/contract/operator/house/staff.ts'
import { requireUncommon } from '../../../lib/passwords/uncommon-password.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { listStaff, shutOut } from '../repository.ts'
import { canGoOn } from '../rules.ts'
import { refuseUnlessRight } from '../sign-in/authenticate-staff.ts'
import { changePassword, signInParameters } from '../sign-in/sign-in.repository.ts'
import { staffLocked } from '../sign-in/staff-locked.ts'

/** `change-password`: takes the old password, which a thief of the session does not know; ends all sessions. */
export const changePasswordVerb = staffVerb(
  changeOwnPassword,
  async ({ database, settings, staff_passwords }, staff, { password, new_password }) => {
    const { staff_id, username, session_token } = staff
    requireUncommon(new_password, [username, settings.brand.name], 'new_password')
    const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, username))
    const password_key = known?.password_key_sealed ?? null
    const old_proof = await staff_passwords.proof(staff_id, password, password_key)
    const set = await staff_passwords.make(staff_id, new_password)
    // Refuses outside the transaction, because the counted try has to be committed.
    const judged = await database.transaction({ kind: 'system' }, (tx) =>
      changePassword(tx, session_token, old_proof, set),
    )
    refuseUnlessRight(judged, false)
    return { username }
  },
)

/**
 * `disable-staff`: immediate and by one person, because a stolen password can't wait. The person's proposals can't be
 * approved any more. Refuses if the staff could not go on without them (`canGoOn`).
 */
export const disableStaffVerb = staffVerb(disableStaff, ({ database }, staff, { username, reason }) =>
  database.transaction({ kind: 'system' }, async (tx) => {
    const { record, able } = await staffLocked(tx, username)
    // If two people shut each other out at once, the second has no rights any more.
    if (!able.some(({ staff_id }) => staff_id === staff.staff_id)) {
      throw new Refusal('staff_credentials_wrong')
    }
    const left = able.filter(({ staff_id }) => staff_id !== record.staff_id)
    if (record.disabled_at || !canGoOn(left)) throw new Refusal('state_conflict', { field: 'username' })
    await shutOut(tx, staff.session_token, { staff_id: record.staff_id, reason })
    return { username, disabled: true }
  }),
)

export const listStaffVerb = staffVerb(listStaffMembers, async ({ database, clock }) => {
  const staff = await database.transaction({ kind: 'system' }, listStaff)
  return staff.map((person) => ({
    username: person.username,
    display_name: person.display_name,
    roles: [...person.roles],
    activated: person.activated,
    second_factor: person.second_factor,
    locked: person.locked_until !== null && person.locked_until > clock.now(),
    disabled: person.disabled_at !== null,
  }))
})
