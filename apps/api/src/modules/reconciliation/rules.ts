import type { Micros } from '@adtally/money/money.ts'
import type { Proof } from './tables.ts'

/** Something that is not what it has to be. Amounts are null where the fault has none. */
export interface Difference {
  proof: Proof
  /** What differs, such as `line <id>`: the same thing has the same subject in every run. */
  subject: string
  expected_micros: Micros | null
  found_micros: Micros | null
}

/** What one kind of account holds; by class: `asset`, `liability`, `equity` or `contra`. */
export interface AccountTotal {
  code: string
  owner_kind: string
  class: 'asset' | 'liability' | 'equity' | 'contra'
  accounts: number
  balance_micros: Micros
}

/** Both sides of the equation (PRODUCT §3): bank and receivables against liabilities and equity. */
export interface Equation {
  assets_micros: Micros
  liabilities_micros: Micros
  equity_micros: Micros
  /** Recoveries, which stand against receivables. */
  contra_micros: Micros
}

/** The sums of the equation's sides. */
export function equationOf(totals: readonly AccountTotal[]): Equation {
  const sum = (of: AccountTotal['class']) =>
    totals.filter((total) => total.class === of).reduce((all, { balance_micros }) => all + balance_micros, 0n)
  return {
    assets_micros: sum('asset'),
    liabilities_micros: sum('liability'),
    equity_micros: sum('equity'),
    contra_micros: sum('contra'),
  }
}

/** The equation's difference, or none. */
export function equationDifferences(equation: Equation): Difference[] {
  const expected_micros = equation.liabilities_micros + equation.equity_micros + equation.contra_micros
  const found_micros = equation.assets_micros
  if (expected_micros === found_micros) return []
  return [{ proof: 'equation', subject: 'assets', expected_micros, found_micros }]
}

const NIGHT_BEGINS_HOUR = 2
const DAY_MS = 86_400_000

/** The night (UTC day) that a moment belongs to, and when the next one's run is due: 02:00 UTC, whatever zones do. */
export function nightOf(now: Date): { night: string; next_at: Date } {
  const night = now.toISOString().slice(0, 10)
  const today = Date.parse(`${night}T0${NIGHT_BEGINS_HOUR}:00:00Z`)
  return { night, next_at: new Date(now.getTime() < today ? today : today + DAY_MS) }
}
