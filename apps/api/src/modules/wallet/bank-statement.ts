import { type Micros, parseAmount } from '@adtally/money/money.ts'
import { Refusal } from '../refusal.ts'

/** One booked movement of a bank statement, whatever the file's format. */
export interface StatementLine {
  /** The bank's own reference: unique per rail, so that a line is never booked twice. */
  bank_reference: string
  booked_at: Date
  /** Above 0: paid in; below 0: paid out. */
  amount_micros: Micros
  counterparty_name: string
  counterparty_account: string
  remittance: string
}

/** A bank statement as read from a file. Opening balance and lines add up to the closing balance. */
export interface BankStatement {
  format: 'camt053' | 'csv'
  currency: string
  opening_balance_micros: Micros
  closing_balance_micros: Micros
  lines: readonly StatementLine[]
}

/** The refusal of a file that can't be read; `where` names the element or line to blame. */
export function malformed(where: string): Refusal {
  return new Refusal('statement_malformed', { field: where })
}

/** Micro-units of a bank's decimal text. Throws `statement_malformed`. */
export function bankAmount(text: string, where: string): Micros {
  const negative = text.startsWith('-')
  const amount_micros = parseAmount(negative ? text.slice(1) : text)
  if (amount_micros === null) throw malformed(where)
  return negative ? -amount_micros : amount_micros
}

/** A bank's date or date-time; a date alone is midnight UTC. Throws `statement_malformed`. */
export function bankTime(text: string, where: string): Date {
  const known = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)
  const hasZone = /T.*(Z|[+-]\d{2}:\d{2})$/.test(text)
  const at = known ? new Date(hasZone ? text : text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`) : null
  if (!at || Number.isNaN(at.getTime())) throw malformed(where)
  return at
}

/**
 * The statement, once its figures hold together: opening balance and lines make the closing balance, and no
 * reference stands twice. A file cut in the middle does not. Throws `statement_malformed`.
 */
export function checkedStatement(statement: BankStatement): BankStatement {
  let balance_micros = statement.opening_balance_micros
  const references = new Set<string>()
  for (const line of statement.lines) {
    if (line.amount_micros === 0n || line.bank_reference === '') throw malformed(line.bank_reference)
    if (references.has(line.bank_reference)) throw malformed(line.bank_reference)
    references.add(line.bank_reference)
    balance_micros += line.amount_micros
  }
  if (balance_micros !== statement.closing_balance_micros) throw malformed('closing_balance')
  return statement
}
