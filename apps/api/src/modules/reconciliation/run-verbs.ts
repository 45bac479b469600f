import { listDifferences, listReconciliations, reconcile } from '@adtally/contract/operator/finance/books.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { isWhole } from '../../lib/cursor.ts'
import { staffVerb } from '../module.ts'
import { listVerbByKey } from '../staff-list.ts'
import { figuresOf, presentFigures } from './figures.ts'
import { proveAndKeep } from './reconcile.ts'
import { type ItemView, itemViews, runsNewestFirst } from './repository.ts'

const RUNS_DEFAULT = 60
const ITEMS_DEFAULT = 500

export const reconcileVerb = staffVerb(reconcile, (services, staff) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const { figures, ...proof } = await proveAndKeep(services, tx, { night: null, asked_by: staff })
    return { ...proof, figures: presentFigures(figures) }
  }),
)

/** `list-reconciliations`: the last runs with their figures. */
export const listReconciliationsVerb = listVerbByKey(listReconciliations, {
  limit_default: RUNS_DEFAULT,
  isKey: isWhole,
  read: runsNewestFirst,
  keyOf: ({ sequence }) => String(sequence),
  present: (run) => {
    const figures = figuresOf(run.figures)
    return { ...run, figures: figures && presentFigures(figures) }
  },
})

/** `list-differences`: items that two people have to close. */
export const listDifferencesVerb = listVerbByKey(listDifferences, {
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

function signed(amount_micros: bigint | null): string | null {
  return amount_micros === null ? null : formatAmount(amount_micros)
}
