import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { isWhole } from '../../lib/cursor.ts'
import { staffVerb } from '../module.ts'
import { listVerbByKey } from '../staff-list.ts'
import { reconcile } from './reconcile.ts'
import { type ItemView, itemViews, runsNewestFirst } from './repository.ts'

const RUNS_DEFAULT = 60
const ITEMS_DEFAULT = 500
const READERS = ['finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'] as const

export const reconcileVerb = staffVerb({
  name: 'reconcile',
  summary:
    'Prove the books now: bank, balances, fund flows, plans, leases, results, statistics, clocks, audit log, nights; a new difference opens an item',
  roles: ['finance_maker', 'finance_checker', 'auditor', 'admin'],
  input: z.strictObject({}),
  run: (services, staff) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const { figures, ...proof } = await reconcile(services, tx, { night: null, asked_by: staff })
      return { ...proof, figures: inMajorUnits(figures) }
    }),
})

/** `list-reconciliations`: the last runs with their figures. */
export const listReconciliationsVerb = listVerbByKey({
  name: 'list-reconciliations',
  summary: 'The last proofs of the books, newest first, with their figures',
  roles: READERS,
  limit_default: RUNS_DEFAULT,
  isKey: isWhole,
  read: runsNewestFirst,
  keyOf: ({ sequence }) => String(sequence),
  present: (run) => ({ ...run, figures: inMajorUnits(run.figures) }),
})

/** `list-differences`: items that two people have to close. */
export const listDifferencesVerb = listVerbByKey({
  name: 'list-differences',
  summary: 'Differences that are open, oldest first',
  roles: READERS,
  limit_default: ITEMS_DEFAULT,
  read: (tx, after, limit) => itemViews(tx, { open: true, after, limit }),
  keyOf: ({ item_id }) => item_id,
  present: shown,
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

/** Stored figures with each amount (a `bigint` or its digits) as a decimal string in major units. */
function inMajorUnits(figures: unknown): unknown {
  if (Array.isArray(figures)) return figures.map(inMajorUnits)
  if (typeof figures !== 'object' || figures === null || figures instanceof Date) return figures
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) =>
      name.endsWith('_micros')
        ? [name.slice(0, -'_micros'.length), majorUnits(value)]
        : [name, inMajorUnits(value)],
    ),
  )
}

function majorUnits(value: unknown): unknown {
  if (typeof value === 'bigint') return formatAmount(value)
  return typeof value === 'string' && /^-?\d+$/.test(value) ? formatAmount(BigInt(value)) : value
}

function signed(amount_micros: bigint | null): string | null {
  return amount_micros === null ? null : formatAmount(amount_micros)
}
