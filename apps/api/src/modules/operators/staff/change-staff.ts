import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import {
  changeStaffRoles,
  readmitStaff,
  staffReadmitting,
  staffRolesChanging,
} from '@adtally/contract/operator/house/staff.ts'
import { staffUsername } from '@adtally/contract/operator/statement/fields.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { proposalVerb } from '../proposals/proposal-verb.ts'
import { tellEnded } from '../proposals/supersede.ts'
import { changeRoles, readmit, type StaffRecord } from '../repository.ts'
import { canGoOn } from '../rules.ts'
import { hashActivationCode, secondCode } from '../sign-in/credentials.ts'
import { staffLocked } from '../sign-in/staff-locked.ts'
import { askWithCode } from './ask-with-code.ts'
import { refuseExcluded } from './staff-fields.ts'

/** The approved half: refuses roles that exclude one another, and to leave the staff without two who can go on. */
const changeStaffRolesAct = approvedAct(staffRolesChanging, {
  payload: z.strictObject({ username: staffUsername, roles: z.array(z.enum(STAFF_ROLES)) }),
  facts: async (_services, tx, { username, roles }) => {
    refuseExcluded(roles)
    const record = await changeable(tx, username, roles)
    return {
      says: `Make ${record.display_name} (${username}) ${roles.join(', ')} instead of ${record.roles.join(', ')}`,
      before: factsFrom({ roles: record.roles }),
      after: factsFrom({ roles }),
    }
  },
  apply: async (_services, tx, { username, roles }, { proposal_id, checker }) => {
    await tellEnded(tx, await changeRoles(tx, checker.session_token, proposal_id))
    return { username, roles }
  },
})

/** `change-staff-roles`: proposes all the roles that somebody holds from then on. */
export const changeStaffRolesVerb = proposalVerb(changeStaffRoles, {
  act: changeStaffRolesAct,
  ask: (_services, _tx, { reason, ...input }) => ({
    subject: { kind: 'staff', id: input.username },
    payload: input,
    reason,
  }),
})

async function changeable(
  tx: Transaction,
  username: string,
  roles: readonly StaffRole[],
): Promise<StaffRecord> {
  const { record, able } = await staffLocked(tx, username)
  const is_same = roles.length === record.roles.length && roles.every((role) => record.roles.includes(role))
  const after = able.map((person) => (person === record ? { ...person, roles } : person))
  if (record.disabled_at || is_same || !canGoOn(after)) {
    throw new Refusal('state_conflict', { field: 'username' })
  }
  return record
}

const readmitStaffAct = approvedAct(staffReadmitting, {
  payload: z.strictObject({ username: staffUsername, first_code_hash: z.string() }),
  facts: async (_services, tx, { username }) => {
    const { record } = await staffLocked(tx, username)
    if (!record.disabled_at) throw new Refusal('state_conflict', { field: 'username' })
    const { display_name, roles, disabled_at } = record
    return {
      says: `Let ${display_name} (${username}) come back as ${roles.join(', ')}, with a new password`,
      before: factsFrom({ disabled_at, roles }),
      after: factsFrom({ disabled_at: null, roles }),
    }
  },
  apply: async ({ settings }, tx, _payload, people) => {
    const { proposal_id, checker } = people
    const second_code_hash = hashActivationCode(secondCode(settings.secret, people))
    await tellEnded(tx, await readmit(tx, checker.session_token, { proposal_id, second_code_hash }))
  },
  shows: ({ settings }, { username }, people) => ({
    username,
    second_code: secondCode(settings.secret, people),
  }),
})

/**
 * `readmit-staff`: proposes that somebody who was shut out comes back, with their roles. They were perhaps shut out for a
 * password that was stolen: they set another, with the halves of a code, as somebody new does.
 */
export const readmitStaffVerb = proposalVerb(readmitStaff, {
  act: readmitStaffAct,
  ask: (services, _tx, { username, reason }, maker) =>
    askWithCode(services, { maker, action: staffReadmitting.action }, { username }, reason),
})
