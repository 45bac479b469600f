import {
  BANK_FAULTS,
  type BankFaultKind,
  listBankFaults,
} from '@adtally/contract/operator/finance/deposits-statements.ts'
import { Gauge, type Metric } from 'prom-client'
import { isWhole } from '../../../lib/cursor.ts'
import { asRole } from '../../as-role.ts'
import type { Services } from '../../services.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { bankFaults, countBankFaults } from './bank-faults.repository.ts'

const LISTED_DEFAULT = 100

/** What staff should do about a statement that the program can't book and does not book meanwhile (PRODUCT §2.6). */
export const WHAT_TO_DO: Readonly<Record<BankFaultKind, string>> = {
  malformed:
    'Nothing of it is booked. Ask the bank to send it again; or two people bring the file from its portal by import-statement.',
  differs:
    'What is booked stays. Compare both by list-fetched-statements and ask the bank which is right; if not the booked one, two people withdraw it by withdraw-statement.',
}

/** The same where people brought what it contradicts. */
export const WHAT_TO_DO_CONTRADICTED =
  'Until the contradicted statement is withdrawn, payments stop and nothing is booked from its lines. Ask the bank which is right. If it is the bank’s own, two people hold the deposits in question by place-hold, take them back by recall-deposit, each with its own line, and withdraw the statement by withdraw-statement; two people then bring the bank’s.'

/** `list-bank-faults`: statements from the bank that can't be booked, until a good one follows. */
export const listBankFaultsVerb = listVerbByKey(listBankFaults, {
  limit_default: LISTED_DEFAULT,
  isKey: isWhole,
  read: (tx, before, rows_max) => bankFaults(tx, { before, rows_max }),
  keyOf: ({ sequence }) => sequence,
  present: (fault) => ({
    ...fault,
    what_to_do: fault.contradicted_id === null ? WHAT_TO_DO[fault.found_as] : WHAT_TO_DO_CONTRADICTED,
  }),
})

/** Their number for `/metrics`; no figure while the database is unreachable. */
export function bankFaultMetrics(services: Services): Metric[] {
  return [
    new Gauge({
      name: 'adtally_bank_statement_faults',
      help: 'Statements of the bank that can’t be booked and that no good one has followed, by what is wrong',
      labelNames: ['found_as'],
      registers: [],
      async collect() {
        this.reset()
        const { database } = asRole(services, 'office')
        const counts = await database.transaction({ kind: 'system' }, countBankFaults).catch(() => null)
        if (counts) for (const kind of BANK_FAULTS) this.labels(kind).set(counts[kind])
      },
    }),
  ]
}
