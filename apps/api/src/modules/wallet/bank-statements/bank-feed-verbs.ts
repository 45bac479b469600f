import {
  listFetchedStatements,
  showBankFeed,
} from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Transaction } from '../../../database/database.ts'
import { isWhole } from '../../../lib/cursor.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { listBankFaultsVerb } from './bank-faults.ts'
import {
  bankFeeds,
  type FetchedView,
  fetchedDifferences,
  fetchedStatements,
} from './fetched-statements.repository.ts'
import { presentFetchedDifference } from './statement-presenter.ts'

const LISTED_DEFAULT = 100
const LINES_SHOWN_MAX = 20

/** Verbs about what the program fetches from the bank (PRODUCT §2.6). */
export const bankFeedVerbs: readonly StaffVerb[] = [
  listBankFaultsVerb,
  listVerbByKey(listFetchedStatements, {
    limit_default: LISTED_DEFAULT,
    isKey: isWhole,
    read: async (tx, before, rows_max) => {
      const found = await fetchedStatements(tx, before, rows_max)
      return await Promise.all(found.map((one) => presentFetched(tx, one)))
    },
    keyOf: ({ sequence }) => sequence,
  }),
  staffVerb(showBankFeed, (services) =>
    services.database.transaction({ kind: 'system' }, async (tx) => ({
      connector: services.bank !== null,
      feeds: await bankFeeds(tx),
    })),
  ),
]

async function presentFetched(tx: Transaction, one: FetchedView) {
  const { sequence, rail, external_id, file_hash, fetched_at, blamed, statement_id, brought_id } = one
  const state = stateOf(one)
  const differing =
    (state === 'differs' || state === 'overtaken') && brought_id !== null && statement_id !== null
  const lines = differing ? await fetchedDifferences(tx, brought_id, LINES_SHOWN_MAX) : []
  return {
    ...{ sequence: String(sequence), rail, external_id, fetched_at, state, blamed, statement_id, brought_id },
    sha256: file_hash.toString('hex'),
    differences: lines.map((line) => {
      const { here, ...told } = presentFetchedDifference(line)
      return { ...told, fetched: here }
    }),
  }
}

function stateOf({ found_as, ended_as }: FetchedView): string {
  if (found_as !== 'new') return found_as
  if (ended_as === null) return 'waits'
  return ended_as === 'confirmed' ? 'booked' : ended_as
}
