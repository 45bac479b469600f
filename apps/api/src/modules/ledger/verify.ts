import type { Transaction } from '../../database/database.ts'
import { ACCOUNT_CODES, type AccountRule } from './chart-of-accounts.ts'
import { POSTING_CAUSES, POSTINGS } from './postings.ts'
import { countLedger, type Difference, readDifferences, readRules } from './verify.repository.ts'

/** What a verification looked at and found; without differences the books are right. */
export interface LedgerVerification {
  accounts: number
  transfers: number
  flow_lines: number
  differences: Difference[]
}

/**
 * Recomputes every balance and fund-flow line from the transfers and checks zero sum, chart, allowed pairs, ids,
 * order, reversals and causes (SECURITY: "rebuilt from events and entries: identical"), and that the database's chart
 * is this program's. Needs system scope.
 */
export async function verifyLedger(tx: Transaction): Promise<LedgerVerification> {
  const rules = await readRules(tx)
  const differences = [
    ...ruleDifferences('chart', Object.entries(ACCOUNT_CODES).map(chartRow), rules.accounts),
    ...ruleDifferences('postings', postingRows(), rules.pairs),
    ...ruleDifferences('posting_causes', causeRows(), rules.causes),
    ...(await readDifferences(tx)),
  ]
  return { ...(await countLedger(tx)), differences }
}

function chartRow([code, rule]: [string, AccountRule]): string {
  return [code, rule.owner, rule.side, rule.subject ?? '-', rule.wallet_part ?? '-'].join(' ')
}

function postingRows(): string[] {
  return Object.entries(POSTINGS).flatMap(([name, pairs]) => pairs.map((pair) => [name, ...pair].join(' ')))
}

function causeRows(): string[] {
  return Object.entries(POSTING_CAUSES).flatMap(([name, kinds]) =>
    Object.entries(kinds).map(([kind, roles]) => `${name} ${kind} {${roles.join(',')}}`),
  )
}

function ruleDifferences(fault: string, expected: readonly string[], found: readonly string[]): Difference[] {
  const known = new Set(expected)
  const there = new Set(found)
  const subjects = [
    ...expected.filter((rule) => !there.has(rule)),
    ...found.filter((rule) => !known.has(rule)),
  ]
  return subjects.length === 0 ? [] : [{ fault, count: subjects.length, subjects: subjects.slice(0, 10) }]
}
