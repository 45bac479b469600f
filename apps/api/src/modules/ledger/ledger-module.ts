import type { Module } from '../module.ts'
import { createLedgerWriter } from './ledger-writer.ts'

/** The ledger's engine, worker and verbs. */
export const ledgerModule: Module = {
  name: 'ledger',
  async create(services) {
    services.ledger = createLedgerWriter(services.database)
  },
}
