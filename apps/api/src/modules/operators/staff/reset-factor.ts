import { resetStaffFactor, staffFactorResetting } from '@adtally/contract/operator/house/staff.ts'
import { staffUsername } from '@adtally/contract/operator/statement/fields.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../proposals/proposal-verb.ts'
import { resetFactor, type StaffRecord } from '../repository.ts'
import { canGoOn } from '../rules.ts'
import { hashActivationCode, secondCode } from '../sign-in/credentials.ts'
import { staffLocked } from '../sign-in/staff-locked.ts'
import { askWithCode } from './ask-with-code.ts'

/** The approved half: refuses to leave the staff without two who can go on until they are back. */
const resetStaffFactorAct = approvedAct(staffFactorResetting, {
  payload: z.strictObject({ username: staffUsername, first_code_hash: z.string() }),
  facts: async (_services, tx, { username }) => {
    const { display_name } = await resettable(tx, username)
    return {
      says: `Let ${display_name} (${username}), whose second factor is lost, set up another one and another password`,
      before: { second_factor: 'set', signs_in: 'yes' },
      after: { second_factor: 'none', signs_in: 'once both are set up' },
    }
  },
  apply: async ({ settings }, tx, _payload, people) => {
    const second_code_hash = hashActivationCode(secondCode(settings.secret, people))
    await resetFactor(tx, { proposal_id: people.proposal_id, second_code_hash })
  },
  shows: ({ settings }, { username }, people) => ({
    username,
    second_code: secondCode(settings.secret, people),
  }),
})

/**
 * `reset-staff-factor`: for a colleague who lost their second factor, who is neither maker nor checker. What is left of what
 * they sign in with would be one factor alone: they set both anew, with the halves of a code, as somebody new does.
 */
export const resetStaffFactorVerb = proposalVerb(resetStaffFactor, {
  act: resetStaffFactorAct,
  ask: (services, _tx, { username, reason }, maker) => {
    if (maker.username === username) throw new Refusal('four_eyes', { field: 'username' })
    return askWithCode(services, { maker, action: staffFactorResetting.action }, { username }, reason)
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
