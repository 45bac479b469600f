import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { ledgerVerifyVerb } from './ledger-verify.ts'
import { ledgerMetrics } from './metrics.ts'
import { findEntries } from './reading/search.repository.ts'
import { sumDaysJob } from './sum-days.job.ts'

/** The ledger module: its job and verbs. */
export const ledgerModule: Module = {
  name: 'ledger',
  archive,
  searches: [
    {
      kind: 'entry',
      roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
      find: findEntries,
    },
  ],
  verbs: [ledgerVerifyVerb],
  jobs: [sumDaysJob],
  metrics: ledgerMetrics,
}
