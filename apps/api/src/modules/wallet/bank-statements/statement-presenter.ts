import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { DifferenceRow } from './brought-statements.repository.ts'

/** How a waiting statement differs from another for the same period; amounts in major units. */
export interface StatementDifference {
  brought_id: string
  other_id: string
  /** The person who brought the other. */
  other_by: string
  opening_balance?: { here: string; there: string }
  closing_balance?: { here: string; there: string }
  /** How many lines differ in all; only the first ones are listed. */
  line_count: number
  /** Lines that only the other has. */
  missing: LineAmount[]
  /** Lines that only this one has. */
  added: LineAmount[]
  /** The same reference with a different amount, day, name, account or text. */
  changed: { bank_reference: string; here: string; there: string }[]
}

interface LineAmount {
  bank_reference: string
  amount: string
}

/** Rows of `differencesOf` for a person to read, grouped by the other statement. */
export function presentDifferences(
  brought_id: string,
  rows: readonly DifferenceRow[],
): StatementDifference[] {
  const by_other = Map.groupBy(rows, ({ other_id }) => other_id)
  return [...by_other].flatMap(([other_id, of_other]) => {
    const [first] = of_other
    if (!first) return []
    const amounts = (kind: DifferenceRow['kind'], amount: (row: DifferenceRow) => Micros | null) =>
      of_other
        .filter((row) => row.kind === kind)
        .map((row) => ({ bank_reference: row.bank_reference ?? '', amount: shown(amount(row)) }))
    return [
      {
        brought_id,
        other_id,
        other_by: first.other_by,
        ...(first.opening_micros !== first.other_opening_micros && {
          opening_balance: { here: shown(first.opening_micros), there: shown(first.other_opening_micros) },
        }),
        ...(first.closing_micros !== first.other_closing_micros && {
          closing_balance: { here: shown(first.closing_micros), there: shown(first.other_closing_micros) },
        }),
        line_count: Number(first.line_count),
        missing: amounts('missing', (row) => row.other_amount_micros),
        added: amounts('added', (row) => row.amount_micros),
        changed: of_other
          .filter(({ kind }) => kind === 'changed')
          .map((row) => ({
            bank_reference: row.bank_reference ?? '',
            here: shown(row.amount_micros),
            there: shown(row.other_amount_micros),
          })),
      },
    ]
  })
}

function shown(amount_micros: Micros | null): string {
  return formatAmount(amount_micros ?? 0n)
}
