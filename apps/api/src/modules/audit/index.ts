import type { Module } from '../module.ts'
import { accountabilityRoute } from './accountability.route.ts'
import { archive } from './archive.ts'
import { auditVerifyVerb } from './audit-verify.verb.ts'
import { auditHeadRoute } from './head.route.ts'
import { saveAuditEntriesVerb } from './save-entries.verb.ts'
import { findAuditEntries } from './search.repository.ts'

export { type Actor, type AuditEntry, append, byCustomer, byStaff, refuseDone } from './append.ts'
export { appendLooks } from './append-looks.ts'
export { appendPartnerAct, doneByPartner, refuseDoneByPartner } from './append-partner-act.ts'
export { customerFeed } from './customer-feed.ts'
export { readLog } from './log.repository.ts'
export { receiptOf } from './receipt.ts'
export { findDetailsOfProposal } from './repository.ts'
export type { ChainHead } from './rules.ts'
export { verifyChain } from './verify-chain.ts'

/** The hash-chained log of staff acts and security events, and a customer's view of it. */
export const auditModule: Module = {
  name: 'audit',
  archive,
  routes: [accountabilityRoute, auditHeadRoute],
  searches: [
    {
      kind: 'audit_entry',
      roles: ['auditor', 'admin', 'risk', 'finance_maker', 'finance_checker'],
      find: findAuditEntries,
    },
  ],
  verbs: [auditVerifyVerb, saveAuditEntriesVerb],
}
