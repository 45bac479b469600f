import { STAFF_ROLES } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { reasonText } from '../../verb-fields.ts'
import { propose } from '../proposals/propose.ts'
import { listStaff } from '../repository.ts'
import { STAFFING_ROLES } from '../rules.ts'
import { hashActivationCode, newActivationCode } from '../sign-in/credentials.ts'
import { addApprovedStaff } from '../sign-in/sign-in.repository.ts'
import { displayName, refuseExcluded, staffRoles, staffUsername } from './staff-fields.ts'

/**
 * `add-staff`: proposes a new person. Maker and checker each get half of an activation code to hand over; setting the
 * password takes both halves, so that neither can become their own second person.
 */
export const addStaffVerb = staffVerb({
  name: 'add-staff',
  summary:
    'Propose a member of staff; prints the first half of their activation code, approving prints the second',
  roles: STAFFING_ROLES,
  may_rest: 'live',
  proposes: 'staff.add',
  input: z.strictObject({
    username: staffUsername,
    display_name: displayName,
    roles: staffRoles,
    reason: reasonText,
  }),
  run: (services, maker, { reason, ...input }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const taken = (await listStaff(tx)).some(({ username }) => username === input.username)
      if (taken) throw new Refusal('record_exists', { field: 'username' })
      const first_code = newActivationCode()
      const proposed = await propose(services, tx, {
        act: addStaffAct,
        subject_kind: 'staff',
        subject_id: input.username,
        payload: { ...input, first_code_hash: hashActivationCode(first_code) },
        reason,
        maker,
      })
      return { ...proposed, first_code }
    }),
})

/** The approved half: adds the row, which is useless until activated. */
export const addStaffAct = approvedAct({
  action: 'staff.add',
  checker_roles: STAFFING_ROLES,
  payload: z.strictObject({
    username: staffUsername,
    display_name: displayName,
    roles: z.array(z.enum(STAFF_ROLES)),
    first_code_hash: z.string(),
  }),
  facts: async (_services, _tx, { username, display_name, roles }) => {
    refuseExcluded(roles)
    return {
      says: `Make ${display_name} (${username}) a member of staff as ${roles.join(', ')}`,
      before: {},
      after: factsFrom({ username, display_name, roles }),
    }
  },
  apply: async (_services, tx, { username }, { proposal_id }) => {
    const second_code = newActivationCode()
    const second_code_hash = hashActivationCode(second_code)
    const added = await addApprovedStaff(tx, { proposal_id, staff_id: newId(), second_code_hash })
    if (!added) throw new Refusal('record_exists', { field: 'username' })
    return { username, second_code }
  },
})
