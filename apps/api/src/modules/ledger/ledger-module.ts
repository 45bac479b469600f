import type { Module } from '../module.ts'
import { startExpiring } from './expire-pending.ts'
import { ledgerVerify } from './ledger-verify.ts'
import { createLedgerWriter } from './ledger-writer.ts'
import { sumDaysJob } from './sum-days.job.ts'

/** The ledger's engine, worker and verbs. */
export const ledgerModule: Module = {
  name: 'ledger',
  verbs: [ledgerVerify],
  jobs: [sumDaysJob],
  async create(services) {
    services.ledger = createLedgerWriter(services.database)
  },
  async start(services) {
    return services.settings.roles.includes('worker') ? startExpiring(services) : async () => {}
  },
}
