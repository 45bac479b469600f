import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { claimVerb, listClaimsVerb, releaseClaimVerb } from './claims/claim-verbs.ts'
import { clockAdvanceVerb, clockShowVerb } from './clock-verbs.ts'
import { listEvidenceVerb, openEvidenceVerb } from './evidence/evidence-verbs.ts'
import { listOwnFactorsVerb, removeOwnPasskeyVerb, renewRecoveryCodesVerb } from './factors/own-factors.ts'
import { listJobsVerb } from './list-jobs.ts'
import { proposalExpiryJob } from './proposals/proposal-ended.ts'
import { endOwnSessionVerb, listOwnSessionsVerb } from './sign-in/own-sessions.ts'
import { addStaffVerb } from './staff/add-staff.ts'
import { changeStaffRolesVerb, readmitStaffVerb } from './staff/change-staff.ts'
import { resetStaffFactorVerb } from './staff/reset-factor.ts'
import { changePasswordVerb, disableStaffVerb, listStaffVerb } from './staff/staff-verbs.ts'

export { EVIDENCE_SEAL, keepEvidenceOfAct } from './evidence/keep-evidence.ts'
export { type Evidence, readEvidence } from './evidence/read-evidence.ts'
export { askToProve, askToSignIn, proveByPasskey, signInByPasskey } from './factors/answer-passkey.ts'
export { addStaffPasskey, beginStaffPasskey } from './factors/make-passkey.ts'
export { type CommandLine, flagValue, inputOf, inputOfQuery, readCommandLine, takeOut } from './flags.ts'
export { type Approved, approve } from './proposals/approve.ts'
export { OPEN_VERBS, type OpenVerb } from './proposals/open-verbs.ts'
export { PROPOSAL_ENDED } from './proposals/proposal-ended.ts'
export {
  type Asked,
  type ProposalVerb,
  proposalVerb,
  proposeAct,
  proposeAsked,
} from './proposals/proposal-verb.ts'
export { type ProposalInput, type Proposed, propose } from './proposals/propose.ts'
export { refuse } from './proposals/refuse.ts'
export { withDigests } from './proposals/with-digests.ts'
export { findOpenProposals, readWallClock } from './repository.ts'
export { PROGRAM_MAKER } from './rules.ts'
export {
  authenticateStaff,
  proveAgain,
  refuseUnlessRight,
  type SignedIn,
  type Whereabouts,
} from './sign-in/authenticate-staff.ts'
export {
  activationCode,
  firstCode,
  hashActivationCode,
  NOBODY,
  newSessionToken,
  openFactor,
  secondCode,
} from './sign-in/credentials.ts'
export { type NewPassword, ProvedPasswords } from './sign-in/proved-passwords.ts'
export { newRecoveryCodes, spelledRecoveryCode } from './sign-in/recovery-codes.ts'
export { factorProof, newSecondFactor } from './sign-in/second-factor.ts'
export { keepSession } from './sign-in/session-file.ts'
export { keptStaff } from './sign-in/session-verbs.ts'
export type { Judged } from './sign-in/sign-in.repository.ts'
export { ownSession, resumeSession, signOut } from './sign-in/staff-sessions.ts'
export { acceptedStep, base32, totpAddress, totpCode } from './sign-in/totp.ts'
export { activateStaff } from './staff/activate-staff.ts'
export { type Founder, initialiseStaff } from './staff/initialise-staff.ts'
export { requireLiveStaff } from './staff/live-staff.ts'
export { runVerb, runVerbAs, usageOfVerb, verbsOf } from './verbs.ts'

/** Staff, their sign-in, and the rule of two people. */
export const operatorsModule: Module = {
  name: 'operators',
  archive,
  verbs: [
    addStaffVerb,
    changeStaffRolesVerb,
    readmitStaffVerb,
    resetStaffFactorVerb,
    disableStaffVerb,
    listStaffVerb,
    changePasswordVerb,
    listOwnSessionsVerb,
    endOwnSessionVerb,
    listOwnFactorsVerb,
    removeOwnPasskeyVerb,
    renewRecoveryCodesVerb,
    clockAdvanceVerb,
    clockShowVerb,
    claimVerb,
    releaseClaimVerb,
    listClaimsVerb,
    listEvidenceVerb,
    listJobsVerb,
    openEvidenceVerb,
  ],
  jobs: [proposalExpiryJob],
}
