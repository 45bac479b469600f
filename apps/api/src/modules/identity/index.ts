import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { basicConfigRoute } from './basic-config.route.ts'
import { issueCodeVerb, listCodesVerb, revokeCodeVerb } from './code-verbs.ts'
import {
  confirmEmailAct,
  confirmEmailVerb,
  listEmailRequestsVerb,
  resetLoginPasswordAct,
  resetLoginPasswordVerb,
} from './contact-verbs.ts'
import { customerShowVerb } from './customer-show.ts'
import { customerStatusActs, customerStatusVerbs } from './customer-status.ts'
import { endAllSessionsAct, endAllSessionsVerb } from './end-all-sessions.ts'
import { endSessionsVerb } from './end-sessions.ts'
import { createEngine } from './engine.ts'
import {
  hostKeyAddAct,
  hostKeyAddVerb,
  hostKeyRevokeVerb,
  hostListVerb,
  ticketIssueVerb,
} from './host-verbs.ts'
import { hybridLoginRoute, hybridRegisterRoute, openStoreRoute } from './hybrid.route.ts'
import { confirmRegistered, linkSubscription } from './links.ts'
import { loginRoute } from './login.route.ts'
import { loginPasswordRoutes } from './login-password.route.ts'
import { logoutRoute } from './logout.route.ts'
import { logoutAllRoute } from './logout-all.route.ts'
import { passkeyRoutes } from './passkey.route.ts'
import { registerRoute } from './register.route.ts'
import { findCustomers, findPersons } from './search.repository.ts'
import { secondFactorRoutes } from './second-factor.route.ts'
import { removeSecondFactorAct, removeSecondFactorVerb } from './second-factor-verbs.ts'
import { securityLetters } from './security-letters.ts'
import { sessionListRoute } from './session-list.route.ts'
import { sessionRevokeRoute } from './session-revoke.route.ts'
import { setPasswordRoute } from './set-password.route.ts'
import { sweepJob } from './sweep.ts'
import { userInfoRoute } from './user-info.route.ts'
import { userInfoEditRoute } from './user-info-edit.route.ts'
import { visitorLanguageRoute } from './visitor-language.route.ts'

export { checkSecondFactor, type FactorProof } from './check-second-factor.ts'
export { readClockOffset } from './clock.repository.ts'
export { closedAccounts } from './closed-accounts.ts'
export { customerOfHandle } from './customer-of-handle.ts'
export {
  type Customer,
  closeOwnAccount,
  countCustomers,
  customerById,
  customerByOperatedId,
  customersAfter,
  customersByIds,
} from './customers.repository.ts'
export type { CarryToSession } from './engine.ts'
export {
  CUSTOMER_DISABLED_TOPIC,
  customerFact,
  TRANSACTION_PASSWORD_RESET_TOPIC,
} from './facts.ts'
export { type GrantUse, giveGrant, grantRefusals, type HeldGrants, holdGrants, useGrants } from './grants.ts'
export { type CodeRequest, type IssuedCode, issueCode } from './issue-code.ts'
export { foldName } from './name-folding.ts'
export { nameOfCustomer } from './name-of-customer.ts'
export { openSession } from './open-session.ts'
export { customersByPayerName, personOf, verifiedPayerName } from './persons.repository.ts'
export { type Claimant, proveOwner } from './prove-owner.ts'
export { registerCustomer } from './register.ts'
export { readSecondFactor } from './second-factor.ts'
export { revokeOtherSessions } from './sessions.repository.ts'
export { setTransactionPassword } from './set-password.ts'
export { SECURITY_NOTICES, tellOfSecurity } from './tell-of-security.ts'
export { identityFigures } from './told-figures.ts'
export { checkTransactionPassword } from './transaction-password.ts'
export { TryLimiter } from './try-limiter.ts'
export { zoneOfCustomer } from './zone-of-customer.ts'

/** Persons, licence codes, customers, passwords, sessions and account status. */
export const identityModule: Module = {
  name: 'identity',
  archive,
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
  approved_acts: [
    ...customerStatusActs,
    hostKeyAddAct,
    removeSecondFactorAct,
    endAllSessionsAct,
    confirmEmailAct,
    resetLoginPasswordAct,
  ],
  jobs: [sweepJob],
  subscriptions: [linkSubscription, confirmRegistered, securityLetters],
  create: async (services) => {
    services.identity = await createEngine(services)
    services.sessions = services.identity.keeper
  },
  start:
    async ({ identity }) =>
    () =>
      identity.keeper.settle(),
}
