import type {
  ShownField,
  StatementDifference,
} from '@adtally/contract/operator/finance/deposits-statements.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type {
  BankStatementRow,
  DifferenceRow,
  DifferingField,
  ShownStatement,
} from './brought-statements.repository.ts'
import type { Contradiction } from './contradictions.repository.ts'
import type { FetchedDifference } from './fetched-statements.repository.ts'

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
            differs: presentFields(row.fields),
          })),
      },
    ]
  })
}

/** Differing fields for a person to read. */
export function presentFields(fields: readonly DifferingField[] | null): ShownField[] {
  return (fields ?? []).map(({ field, here, there }) =>
    field === 'amount_micros'
      ? { field: 'amount', here: formatAmount(BigInt(here)), there: formatAmount(BigInt(there)) }
      : { field, here, there },
  )
}

/** A contradiction for staff to read. */
export function presentContradiction({ closing_balance_micros, said_micros, ...one }: Contradiction) {
  return {
    ...one,
    booked_closing_balance: formatAmount(closing_balance_micros),
    bank_closing_balance: formatAmount(said_micros),
  }
}

/** A line's difference from the booked one for a person to read; `differs` is what is here, and what is booked. */
export function presentFetchedDifference({
  bank_reference,
  amount_micros,
  booked_micros,
  fields,
}: FetchedDifference) {
  const amount = (micros: Micros | null) => (micros === null ? null : formatAmount(micros))
  return {
    bank_reference,
    here: amount(amount_micros),
    booked: amount(booked_micros),
    differs: presentFields(fields),
  }
}

/** A booked statement for staff to read. */
export function presentBooked(row: BankStatementRow) {
  return {
    statement_id: row.statement_id,
    rail: row.rail,
    external_id: row.external_id,
    opening_balance: formatAmount(row.opening_balance_micros),
    closing_balance: formatAmount(row.closing_balance_micros),
    line_count: row.line_count,
    origin: row.origin,
    brought_by: row.brought_by,
    confirmed_by: row.confirmed_by,
    confirmed_at: row.confirmed_at,
  }
}

/** What a statement that is not booked differs by. */
export interface ShownDifferences {
  differences: StatementDifference[]
  booked_differs?: ReturnType<typeof presentFetchedDifference>[]
}

/** A statement that waits, or contradicts a booked one, with how it differs. */
export function presentShown(row: ShownStatement & ShownDifferences) {
  return {
    brought_id: row.brought_id,
    rail: row.rail,
    format: row.format,
    external_id: row.external_id,
    line_count: row.line_count,
    brought_at: row.brought_at,
    brought_by: row.brought_by,
    state: row.ended_as === null ? 'waits' : 'contradicts',
    contradicts: row.statement_id,
    opening_balance: formatAmount(row.opening_balance_micros),
    closing_balance: formatAmount(row.closing_balance_micros ?? row.opening_balance_micros),
    differences: row.differences,
    ...(row.booked_differs && { booked_differs: row.booked_differs }),
  }
}

function shown(amount_micros: Micros | null): string {
  return formatAmount(amount_micros ?? 0n)
}
