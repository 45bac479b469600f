import type { Module } from '../module.ts'
import { ledgerVerify } from './ledger-verify.ts'
import { createLedgerWriter } from './ledger-writer.ts'
import { sumDaysJob } from './sum-days.job.ts'

/** The ledger's engine, job and verbs. */
export const ledgerModule: Module = {
  name: 'ledger',
  verbs: [ledgerVerify],
  jobs: [sumDaysJob],
  async create(services) {
    services.ledger = createLedgerWriter(services.database)
  },
}
