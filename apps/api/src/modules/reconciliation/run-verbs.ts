import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { staffVerb } from '../module.ts'
import { reconcile } from './reconcile.ts'
import { type ItemView, itemViews, runsNewestFirst } from './repository.ts'

const RUNS_MAX = 60
const ITEMS_MAX = 500
const READERS = ['finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'] as const

/** `reconcile`: proves the books now, and prints the figures. */
export const reconcileVerb = staffVerb({
  name: 'reconcile',
  summary:
    'Prove the books now: bank, balances, fund flows, plans, results, statistics, clocks, audit log, nights; a new difference opens an item',
  roles: ['finance_maker', 'finance_checker', 'auditor', 'admin'],
  input: z.strictObject({}),
  run: (services, staff) =>
    services.database.transaction({ kind: 'system' }, (tx) =>
      reconcile(services, tx, { night: null, asked_by: staff }),
    ),
})

/** `list-reconciliations`: the last runs with their figures. */
export const listReconciliationsVerb = staffVerb({
  name: 'list-reconciliations',
  summary: 'The last proofs of the books, newest first, with their figures',
  roles: READERS,
  input: z.strictObject({}),
  run: ({ database }) => database.transaction({ kind: 'system' }, (tx) => runsNewestFirst(tx, RUNS_MAX)),
})

/** `list-differences`: items that two people have to close. */
export const listDifferencesVerb = staffVerb({
  name: 'list-differences',
  summary: 'Differences that are open, oldest first',
  roles: READERS,
  input: z.strictObject({}),
  run: ({ database }) =>
    database.transaction({ kind: 'system' }, async (tx) =>
      (await itemViews(tx, { open: true, limit: ITEMS_MAX })).map(shown),
    ),
})

function shown({ number, proof, subject, opened_at, run_id, ...item }: ItemView) {
  return {
    number,
    proof,
    subject,
    expected: signed(item.expected_micros),
    found: signed(item.found_micros),
    difference: signed(item.difference_micros),
    opened_at,
    run_id,
  }
}

function signed(amount_micros: bigint | null): string | null {
  if (amount_micros === null) return null
  return amount_micros < 0n ? `-${formatAmount(-amount_micros)}` : formatAmount(amount_micros)
}
