import type { Module } from '../module.ts'
import { addStaffAct, addStaffVerb } from './add-staff.ts'
import { archive } from './archive.ts'
import {
  changeStaffRolesAct,
  changeStaffRolesVerb,
  readmitStaffAct,
  readmitStaffVerb,
} from './change-staff.ts'
import { clockAdvanceVerb, clockShowVerb } from './clock-verbs.ts'
import { listProposalsVerb } from './decision-verbs.ts'
import { proposalExpiryJob } from './proposal-ended.ts'
import { resetStaffFactorAct, resetStaffFactorVerb } from './reset-factor.ts'
import { changePasswordVerb, disableStaffVerb, listStaffVerb } from './staff-verbs.ts'

export { activateStaff } from './activate-staff.ts'
export { approve } from './approve.ts'
export { authenticateStaff } from './authenticate-staff.ts'
export { type CommandLine, flagValue, inputOf, readCommandLine } from './flags.ts'
export { type Founder, initialiseStaff } from './initialise-staff.ts'
export { requireLiveStaff } from './live-staff.ts'
export { OPEN_VERBS, type OpenVerb } from './open-verbs.ts'
export { PROPOSAL_ENDED } from './proposal-ended.ts'
export { type ProposalInput, type Proposed, propose } from './propose.ts'
export { refuse } from './refuse.ts'
export { findOpenProposals, readWallClock } from './repository.ts'
export { PROGRAM_MAKER, parseDuration } from './rules.ts'
export { keepSession } from './session-file.ts'
export { keptStaff } from './session-verbs.ts'
export {} from './staff-fields.ts'
export { signOut } from './staff-sessions.ts'
export { acceptedStep, base32, totpAddress, totpCode } from './totp.ts'
export { runVerb, usageOfVerb, verbsOf } from './verbs.ts'

/** Staff, their sign-in, and the rule of two people. */
export const operatorsModule: Module = {
  name: 'operators',
  archive,
  verbs: [
    listProposalsVerb,
    addStaffVerb,
    changeStaffRolesVerb,
    readmitStaffVerb,
    resetStaffFactorVerb,
    disableStaffVerb,
    listStaffVerb,
    changePasswordVerb,
    clockAdvanceVerb,
    clockShowVerb,
  ],
  approved_acts: [addStaffAct, changeStaffRolesAct, readmitStaffAct, resetStaffFactorAct],
  jobs: [proposalExpiryJob],
}
