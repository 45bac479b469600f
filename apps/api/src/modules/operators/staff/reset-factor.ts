import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { reasonText } from '../../verb-fields.ts'
import { propose } from '../proposals/propose.ts'
import { resetFactor, type StaffRecord } from '../repository.ts'
import { canGoOn, STAFFING_ROLES } from '../rules.ts'
import { hashActivationCode, newActivationCode } from '../sign-in/credentials.ts'
import { staffLocked } from '../sign-in/staff-locked.ts'
import { staffUsername } from './staff-fields.ts'

/**
 * `reset-staff-factor`: for a colleague who lost their second factor and is neither maker nor checker. A password
 * alone would be only one factor, so they set both anew with the halves of a code, as somebody new does.
 */
export const resetStaffFactorVerb = staffVerb({
  name: 'reset-staff-factor',
  summary:
    'Propose that a colleague who lost their second factor set up another one, and another password; prints the first half of their activation code, approving prints the second, and their sessions end',
  roles: STAFFING_ROLES,
  may_rest: 'live',
  proposes: 'staff.reset_factor',
  input: z.strictObject({ username: staffUsername, reason: reasonText }),
  run: (services, maker, { username, reason }) => {
    if (maker.username === username) throw new Refusal('four_eyes', { field: 'username' })
    return services.database.transaction({ kind: 'system' }, async (tx) => {
      const first_code = newActivationCode()
      const proposed = await propose(services, tx, {
        act: resetStaffFactorAct,
        subject_kind: 'staff',
        subject_id: username,
        payload: { username, first_code_hash: hashActivationCode(first_code) },
        reason,
        maker,
      })
      return { ...proposed, first_code }
    })
  },
})

/** The approved half: refuses if no two people who can go on would remain until they are back. */
export const resetStaffFactorAct = approvedAct({
  action: 'staff.reset_factor',
  checker_roles: STAFFING_ROLES,
  payload: z.strictObject({ username: staffUsername, first_code_hash: z.string() }),
  facts: async (_services, tx, { username }) => {
    const { display_name } = await resettable(tx, username)
    return {
      says: `Let ${display_name} (${username}), whose second factor is lost, set up another one and another password`,
      before: { second_factor: 'set', signs_in: 'yes' },
      after: { second_factor: 'none', signs_in: 'once both are set up' },
    }
  },
  apply: async (_services, tx, { username }, { proposal_id }) => {
    const second_code = newActivationCode()
    await resetFactor(tx, { proposal_id, second_code_hash: hashActivationCode(second_code) })
    return { username, second_code }
  },
})

async function resettable(tx: Transaction, username: string): Promise<StaffRecord> {
  const { record, able } = await staffLocked(tx, username)
  const left = able.filter((person) => person !== record)
  if (record.disabled_at || !record.second_factor || !canGoOn(left)) {
    throw new Refusal('state_conflict', { field: 'username' })
  }
  return record
}
