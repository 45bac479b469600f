import type { AccountClass, OwnerKind, Proof } from '@adtally/contract/operator/finance/books.ts'
import type { Micros } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { ChainHead } from '../audit/index.ts'

/** A difference between what the books say and what they should; amounts are null for faults without amounts. */
export interface Difference {
  proof: Proof
  /** What differs, such as `line <id>`; the same in every run. */
  subject: string
  expected_micros: Micros | null
  found_micros: Micros | null
}

/** Differences of a proof without amounts. */
export function faultsOf(proof: Proof, subjects: readonly string[]): Difference[] {
  return subjects.map((subject) => ({ proof, subject, expected_micros: null, found_micros: null }))
}

/** The total of one kind of account. */
export interface AccountTotal {
  code: string
  owner_kind: OwnerKind
  class: AccountClass
  accounts: number
  balance_micros: Micros
}

/** The accounting equation (PRODUCT §3): bank and receivables against liabilities and equity. */
export interface Equation {
  assets_micros: Micros
  liabilities_micros: Micros
  equity_micros: Micros
  /** Recoveries, which offset receivables. */
  contra_micros: Micros
}

/** Sums the totals by side of the equation. */
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

/** The equation's difference, if any. */
export function equationDifferences(equation: Equation): Difference[] {
  const expected_micros = equation.liabilities_micros + equation.equity_micros + equation.contra_micros
  const found_micros = equation.assets_micros
  if (expected_micros === found_micros) return []
  return [{ proof: 'equation', subject: 'assets', expected_micros, found_micros }]
}

const keptFigures = z.object({
  audit: z.object({ head: z.nullable(z.object({ sequence: z.string(), hash: z.string() })) }),
})

/** The head up to which a run's figures call the audit log whole; undefined if they have none. */
export function auditHeadOf(figures: unknown): ChainHead | undefined {
  const head = z.safeParse(keptFigures, figures).data?.audit.head
  return head ? { sequence: BigInt(head.sequence), hash: head.hash } : undefined
}

/** The audit head that a run keeps: while the chain is broken the previous one, so that the fault stays. */
export function keptAuditHead(
  { head, faults }: { head: ChainHead; faults: readonly unknown[] },
  known: ChainHead | undefined,
): ChainHead | null {
  return faults.length === 0 ? head : (known ?? null)
}

const NIGHT_BEGINS_HOUR = 2
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The night of a moment, named by the UTC day on which it began at 02:00, and when the next one begins. */
export function nightOf(now: Date): { night: string; next_at: Date } {
  const night = new Date(now.getTime() - NIGHT_BEGINS_HOUR * HOUR_MS).toISOString().slice(0, 10)
  const begins_at_ms = Date.parse(`${night}T0${NIGHT_BEGINS_HOUR}:00:00Z`)
  return { night, next_at: new Date(begins_at_ms + DAY_MS) }
}
