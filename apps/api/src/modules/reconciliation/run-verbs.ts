import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { isWhole } from '../../lib/cursor.ts'
import { staffVerb } from '../module.ts'
import { listFlags, listPageByKey } from '../staff-list.ts'
import { reconcile } from './reconcile.ts'
import { type ItemView, itemViews, runsNewestFirst } from './repository.ts'

const RUNS_DEFAULT = 60
const ITEMS_DEFAULT = 500
const READERS = ['finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'] as const

export const reconcileVerb = staffVerb({
  name: 'reconcile',
  summary:
    'Prove the books now: bank, balances, fund flows, plans, results, statistics, clocks, audit log, nights; a new difference opens an item',
  roles: ['finance_maker', 'finance_checker', 'auditor', 'admin'],
  input: z.strictObject({}),
  run: (services, staff) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const { figures, ...proof } = await reconcile(services, tx, { night: null, asked_by: staff })
      return { ...proof, figures: inMajorUnits(figures) }
    }),
})

export const listReconciliationsVerb = staffVerb({
  name: 'list-reconciliations',
  summary: 'The last proofs of the books, newest first, with their figures',
  roles: READERS,
  input: z.strictObject(listFlags),
  run: (services, _staff, flags) =>
    listPageByKey(services, flags, {
      limit_default: RUNS_DEFAULT,
      isKey: isWhole,
      read: async (tx, before, rows_max) =>
        (await runsNewestFirst(tx, before, rows_max)).map((run) => ({
          ...run,
          figures: inMajorUnits(run.figures),
        })),
      keyOf: ({ sequence }) => String(sequence),
    }),
})

export const listDifferencesVerb = staffVerb({
  name: 'list-differences',
  summary: 'Differences that are open, oldest first',
  roles: READERS,
  input: z.strictObject(listFlags),
  run: async (services, _staff, flags) => {
    const { items, next_cursor } = await listPageByKey(services, flags, {
      limit_default: ITEMS_DEFAULT,
      read: (tx, after, limit) => itemViews(tx, { open: true, after, limit }),
      keyOf: ({ item_id }) => item_id,
    })
    return { items: items.map(shown), next_cursor }
  },
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
