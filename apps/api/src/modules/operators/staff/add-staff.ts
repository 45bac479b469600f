import { STAFF_ROLES } from '@adtally/contract/enums.ts'
import { addStaff, displayName, staffAdding } from '@adtally/contract/operator/house/staff.ts'
import { staffUsername } from '@adtally/contract/operator/statement/fields.ts'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { proposalVerb } from '../proposals/proposal-verb.ts'
import { listStaff } from '../repository.ts'
import { hashActivationCode, secondCode } from '../sign-in/credentials.ts'
import { addApprovedStaff } from '../sign-in/sign-in.repository.ts'
import { askWithCode } from './ask-with-code.ts'
import { refuseExcluded } from './staff-fields.ts'

/** The approved half: the row, which nobody can use before it is activated. */
export const addStaffAct = approvedAct(staffAdding, {
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
  apply: async ({ settings }, tx, _payload, people) => {
    const { proposal_id } = people
    const second_code_hash = hashActivationCode(secondCode(settings.secret, people))
    const added = await addApprovedStaff(tx, { proposal_id, staff_id: newId(), second_code_hash })
    if (!added) throw new Refusal('record_exists', { field: 'username' })
  },
  shows: ({ settings }, { username }, people) => ({
    username,
    second_code: secondCode(settings.secret, people),
  }),
})

/**
 * `add-staff`: proposes somebody. Maker and checker each get half of an activation code to hand over; only who has
 * both can set the password, so that neither of them can become their own second person.
 */
export const addStaffVerb = proposalVerb(addStaff, {
  act: addStaffAct,
  ask: async (services, tx, { reason, ...input }, maker) => {
    const taken = (await listStaff(tx)).some(({ username }) => username === input.username)
    if (taken) throw new Refusal('record_exists', { field: 'username' })
    return askWithCode(services, { maker, action: staffAdding.action }, input, reason)
  },
})
