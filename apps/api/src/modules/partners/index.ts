import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { changeOwnPasswordVerb, renewRecoveryCodesVerb } from './people/own-credential-verbs.ts'
import { endAllSessionsVerb, endSessionVerb, listSessionsVerb } from './people/own-session-verbs.ts'
import {
  changePersonRoleVerb,
  invitePersonVerb,
  listPeopleVerb,
  removePersonVerb,
} from './people/people-verbs.ts'
import { invitePartnerVerb } from './staff/invite-partner.ts'
import { listPartnerPeopleVerb, shutOutPartnerVerb } from './staff/partner-people-verbs.ts'
import { readmitPartnerVerb, resetPartnerFactorVerb } from './staff/renew-partner.ts'
import type {} from './tables.ts'

export { momentText, tellParty } from './people/party-letters.ts'
export { peopleChangedAt, personById } from './repository.ts'
export { runPartnerVerbAs } from './run-partner-verb.ts'
export { activatePartner } from './sign-in/activate-partner.ts'
export { authenticatePartner, provePartnerAgain } from './sign-in/authenticate-partner.ts'
export {
  ownPartnerSession,
  type PartnerAtWork,
  resumePartner,
  signPartnerOut,
} from './sign-in/partner-sessions.ts'

/** People of advertisers and publishers, and how they prove themselves. */
export const partnersModule: Module = {
  name: 'partners',
  archive,
  verbs: [
    invitePartnerVerb,
    listPartnerPeopleVerb,
    readmitPartnerVerb,
    resetPartnerFactorVerb,
    shutOutPartnerVerb,
  ],
  partner_verbs: [
    listPeopleVerb,
    invitePersonVerb,
    changePersonRoleVerb,
    removePersonVerb,
    listSessionsVerb,
    endSessionVerb,
    endAllSessionsVerb,
    changeOwnPasswordVerb,
    renewRecoveryCodesVerb,
  ],
}
