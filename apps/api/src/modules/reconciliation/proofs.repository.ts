import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { AccountTotal, Difference } from './rules.ts'
import type {} from './tables.ts'

/** The maximum kept of one proof's differences; more would add nothing. */
const DIFFERENCES_MAX = 200

/** The total of each kind of account, as of one moment. */
export async function accountTotals(tx: Transaction): Promise<AccountTotal[]> {
  const { rows } = await sql<AccountTotal>`
    select code, owner_kind, class, accounts, balance_micros from reconciliation.account_totals
    order by class, code`.execute(tx)
  return rows
}

/** A bank account's figures in the ledger and on its statements. */
export interface BankAccountFigures {
  rail: string
  ledger_micros: Micros
  closing_balance_micros: Micros
  /** Statement lines not booked yet, and their sum (below 0: paid out). */
  waiting_lines: number
  waiting_micros: Micros
  /** What the ledger should hold: the closing balance without lines that are not booked yet. */
  expected_micros: Micros
}

/** Every bank account's figures, as of one moment. */
export async function bankAccounts(tx: Transaction): Promise<BankAccountFigures[]> {
  const { rows } = await sql<BankAccountFigures>`
    select rail, ledger_micros, closing_balance_micros, waiting_lines, waiting_micros, expected_micros
    from reconciliation.bank_accounts order by rail`.execute(tx)
  return rows
}

type Found = Pick<Difference, 'subject' | 'expected_micros' | 'found_micros'>

/** Bank lines not booked as what they are, and bookings on a bank account without a line. */
export async function bankLineDifferences(tx: Transaction): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select subject, expected_micros, found_micros from reconciliation.bank_line_differences
    order by subject limit ${DIFFERENCES_MAX}`.execute(tx)
  return rows
}

/** Statements that do not follow the previous one or do not add up. */
export async function statementDifferences(tx: Transaction): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select subject, expected_micros, found_micros from reconciliation.statement_differences
    order by subject limit ${DIFFERENCES_MAX}`.execute(tx)
  return rows
}

/** Plans whose money in the ledger differs from the sum of their events. */
export async function planDifferences(tx: Transaction): Promise<Found[]> {
  return withoutNestedLoops(
    tx,
    sql<Found>`
      select subject, expected_micros, found_micros from reconciliation.plan_differences
      order by subject limit ${DIFFERENCES_MAX}`,
  )
}

/** Leases of budget, and budgets, that were charged more than they hold or whose spend is not that of their events. */
export async function leaseDifferences(tx: Transaction): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select subject, expected_micros, found_micros from reconciliation.lease_differences
    order by subject limit ${DIFFERENCES_MAX}`.execute(tx)
  return rows
}

/** Published results that differ from the ledger's settlements, and settled plans without a result. */
export async function resultDifferences(tx: Transaction): Promise<Omit<Difference, 'proof'>[]> {
  return withoutNestedLoops(
    tx,
    sql<Omit<Difference, 'proof'>>`
      select subject, expected_micros, found_micros from reconciliation.result_differences
      order by subject limit ${DIFFERENCES_MAX}`,
  )
}

/**
 * Reads all of the history by hash joins. With statistics from when the tables were small the planner takes a nested loop,
 * which compares each account with each transfer.
 */
async function withoutNestedLoops<Row>(tx: Transaction, query: RawBuilder<Row>): Promise<Row[]> {
  await sql`set local enable_nestloop = off`.execute(tx)
  const { rows } = await query.execute(tx)
  await sql`set local enable_nestloop = on`.execute(tx)
  return rows
}

/** Nights without proof, faked runs, and a job that is not due; `begun` is the night being proved. */
export async function nightDifferences(tx: Transaction, begun: string | null): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from reconciliation.night_differences(${begun}::date)
    order by subject limit ${DIFFERENCES_MAX}`.execute(tx)
  return rows.map(({ subject }) => subject)
}
