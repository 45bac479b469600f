import { ACCOUNT_CLASSES, OWNER_KINDS } from '@adtally/contract/operator/finance/books.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'

/** A whole number as a run keeps it: decimal digits. */
const kept = z.pipe(
  z.string().check(z.regex(/^-?\d+$/)),
  z.transform((digits: string) => BigInt(digits)),
)

const keptFigures = z.object({
  currency: z.string(),
  equation: z.object({
    assets_micros: kept,
    liabilities_micros: kept,
    equity_micros: kept,
    contra_micros: kept,
  }),
  totals: z.array(
    z.object({
      code: z.string(),
      owner_kind: z.enum(OWNER_KINDS),
      class: z.enum(ACCOUNT_CLASSES),
      accounts: z.int(),
      balance_micros: kept,
    }),
  ),
  banks: z.array(
    z.object({
      rail: z.string(),
      ledger_micros: kept,
      closing_balance_micros: kept,
      waiting_lines: z.int(),
      waiting_micros: kept,
      expected_micros: kept,
    }),
  ),
  counts: z.object({ accounts: z.int(), transfers: z.int(), flow_lines: z.int() }),
  audit: z.object({
    entries: kept,
    head: z.nullable(z.object({ sequence: kept, hash: z.string() })),
  }),
})

/** What a run compared, and with which sums. */
export type Figures = z.infer<typeof keptFigures>

/** The figures of a kept run; null where they are not such as a run keeps, so that somebody else wrote it. */
export function figuresOf(stored: unknown): Figures | null {
  return z.safeParse(keptFigures, stored).data ?? null
}

/** Figures as staff read them: amounts are decimals in major units. */
export function presentFigures({ currency, equation, totals, banks, counts, audit }: Figures) {
  return {
    currency,
    equation: {
      assets: formatAmount(equation.assets_micros),
      liabilities: formatAmount(equation.liabilities_micros),
      equity: formatAmount(equation.equity_micros),
      contra: formatAmount(equation.contra_micros),
    },
    totals: totals.map(({ balance_micros, ...total }) => ({
      ...total,
      balance: formatAmount(balance_micros),
    })),
    banks: banks.map(({ rail, waiting_lines, ...bank }) => ({
      rail,
      ledger: formatAmount(bank.ledger_micros),
      closing_balance: formatAmount(bank.closing_balance_micros),
      waiting_lines,
      waiting: formatAmount(bank.waiting_micros),
      expected: formatAmount(bank.expected_micros),
    })),
    counts,
    audit,
  }
}
