import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { basicConfigRoute } from './basic-config.route.ts'
import { aboutCustomer, customerOfHandle } from './customer-of-handle.ts'
import { customerShowVerb } from './customer-show.ts'
import { customerStatusVerbs } from './customer-status.ts'
import { hostKeyAddVerb, hostKeyRevokeVerb, hostListVerb, ticketIssueVerb } from './hosts/host-verbs.ts'
import { hybridLoginRoute, hybridRegisterRoute, openStoreRoute } from './hosts/hybrid.route.ts'
import { confirmRegistered, linkSubscription } from './passwords/links.ts'
import { loginPasswordRoutes } from './passwords/login-password.route.ts'
import { setPasswordRoute } from './passwords/set-password.route.ts'
import { confirmEmailVerb, listEmailRequestsVerb, resetLoginPasswordVerb } from './profile/contact-verbs.ts'
import { securityLetters } from './profile/security-letters.ts'
import { userInfoRoute } from './profile/user-info.route.ts'
import { userInfoEditRoute } from './profile/user-info-edit.route.ts'
import { visitorLanguageRoute } from './profile/visitor-language.route.ts'
import { issueCodeVerb, listCodesVerb, revokeCodeVerb } from './registration/code-verbs.ts'
import { registerRoute } from './registration/register.route.ts'
import { findCustomers, findPersons } from './search.repository.ts'
import { passkeyRoutes } from './second-factor/passkey.route.ts'
import { secondFactorRoutes } from './second-factor/second-factor.route.ts'
import { removeSecondFactorVerb } from './second-factor/second-factor-verbs.ts'
import { endAllSessionsVerb } from './sessions/end-all-sessions.ts'
import { endSessionsVerb } from './sessions/end-sessions.ts'
import { logoutRoute } from './sessions/logout.route.ts'
import { logoutAllRoute } from './sessions/logout-all.route.ts'
import { sessionListRoute } from './sessions/session-list.route.ts'
import { sessionRevokeRoute } from './sessions/session-revoke.route.ts'
import { loginRoute } from './sign-in/login.route.ts'
import { sweepJob } from './sweep.ts'

export { readClockOffset } from './clock.repository.ts'
export { closedAccounts, holdClosedAccounts } from './closed-accounts.ts'
export {
  type Customer,
  closeOwnAccount,
  countCustomers,
  customerById,
  customerByOperatedId,
  customersAfter,
  customersByIds,
} from './customers.repository.ts'
export { type CarryToSession, createIdentity, type IdentityEngine, type IdentityNeeds } from './engine.ts'
export {
  CUSTOMER_DISABLED_TOPIC,
  customerFact,
  TRANSACTION_PASSWORD_RESET_TOPIC,
} from './facts.ts'
export { nameOfCustomer } from './name-of-customer.ts'
export { setTransactionPassword } from './passwords/set-password.ts'
export { checkTransactionPassword } from './passwords/transaction-password.ts'
export { customersByPayerName, personOf, verifiedPayerName } from './profile/persons.repository.ts'
export { SECURITY_NOTICES, tellOfSecurity } from './profile/tell-of-security.ts'
export { type CodeRequest, type IssuedCode, issueCode } from './registration/issue-code.ts'
export { registerCustomer } from './registration/register.ts'
export { checkSecondFactor, type FactorProof } from './second-factor/check-second-factor.ts'
export {
  type GrantUse,
  giveGrant,
  grantRefusals,
  type HeldGrants,
  holdGrants,
  useGrants,
} from './second-factor/grants.ts'
export { type Claimant, proveOwner } from './second-factor/prove-owner.ts'
export { readSecondFactor } from './second-factor/second-factor.ts'
export { deviceName } from './sessions/device-name.ts'
export { openSession } from './sessions/open-session.ts'
export { revokeOtherSessions } from './sessions/sessions.repository.ts'
export { foldName } from './sign-in/name-folding.ts'
export { TryLimiter } from './sign-in/try-limiter.ts'
export { identityFigures } from './told-figures.ts'
export { zoneOfCustomer } from './zone-of-customer.ts'
export { aboutCustomer, customerOfHandle }

/** Persons, licence codes, customers, passwords, sessions and account status. */
export const identityModule: Module = {
  name: 'identity',
  archive,
  customerOf: customerOfHandle,
  routes: [
    basicConfigRoute,
    registerRoute,
    loginRoute,
    logoutRoute,
    logoutAllRoute,
    sessionListRoute,
    sessionRevokeRoute,
    userInfoRoute,
    userInfoEditRoute,
    setPasswordRoute,
    ...secondFactorRoutes,
    ...passkeyRoutes,
    ...loginPasswordRoutes,
    hybridLoginRoute,
    hybridRegisterRoute,
    openStoreRoute,
    visitorLanguageRoute,
  ],
  searches: [
    {
      kind: 'customer',
      roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
      find: findCustomers,
    },
    { kind: 'person', roles: ['support', 'risk', 'admin', 'auditor'], find: findPersons },
  ],
  verbs: [
    issueCodeVerb,
    listCodesVerb,
    revokeCodeVerb,
    customerShowVerb,
    ...customerStatusVerbs,
    hostKeyAddVerb,
    hostKeyRevokeVerb,
    hostListVerb,
    ticketIssueVerb,
    removeSecondFactorVerb,
    endSessionsVerb,
    endAllSessionsVerb,
    listEmailRequestsVerb,
    confirmEmailVerb,
    resetLoginPasswordVerb,
  ],
  jobs: [sweepJob],
  subscriptions: [linkSubscription, confirmRegistered, securityLetters],
  start:
    async ({ identity }) =>
    () =>
      identity.keeper.untilWritten(),
}
