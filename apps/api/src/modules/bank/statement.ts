import { type Micros, parseAmount } from '@adtally/money/money.ts'
import { memoized } from '../../lib/memoized.ts'
import { Refusal } from '../../lib/refusal.ts'

/** One booked movement of a bank statement, whatever the file's format. */
export interface StatementLine {
  /** The bank's own reference where it gives one; unique within a statement. */
  bank_reference: string
  booked_at: Date
  /** Above 0: paid in; below 0: paid out. */
  amount_micros: Micros
  counterparty_name: string
  counterparty_account: string
  remittance: string
  /** The bank says that this returns an earlier movement: a returned payout, a recalled deposit. */
  is_return: boolean
}

/** A statement's head, before its lines. */
export interface StatementHead {
  /** The bank's own id of the statement; null where the format has none. */
  external_id: string | null
  /** The account as the file names it; empty where it does not. */
  account: string
  currency: string
  opening_balance_micros: Micros
}

/** The events of reading a file of statements: a head, lines in batches, the closing balance, and so on. */
export type StatementEvent =
  | { kind: 'opening'; head: StatementHead }
  | { kind: 'lines'; lines: readonly StatementLine[] }
  | { kind: 'closing'; closing_balance_micros: Micros }

/**
 * Takes a file's text in pieces of any size and returns the events that each completes; `end` ends the file. Both
 * throw `statement_malformed`.
 */
export interface StatementReader {
  write(text: string): StatementEvent[]
  end(): StatementEvent[]
}

/** Longest text kept of a line; the rest is cut. */
const TEXT_MAX = 500

/** The refusal of an unreadable file; `where` names the element or line to blame. */
export function malformed(where: string): Refusal {
  return new Refusal('statement_malformed', { field: where })
}

/** Micro-units of a bank's unsigned amount with a decimal point. Throws `statement_malformed`. */
export function bankAmount(text: string, where: string): Micros {
  const amount_micros = parseAmount(text.trim())
  if (amount_micros === null) throw malformed(where)
  return amount_micros
}

/** A bank's date or date-time; a date alone is midnight UTC. Throws `statement_malformed`. */
export function bankTime(text: string, where: string): Date {
  const at = timeOf(text.trim())
  if (Number.isNaN(at)) throw malformed(where)
  return new Date(at)
}

/** A file's lines share few days, so parsed dates are memoized. */
const timeOf = memoized((text) => {
  const known = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(text)
  if (!known) return Number.NaN
  const [, year, month, day, time, zone = 'Z'] = known
  // A zone after a date alone is ignored: the day is the bank's.
  const at = Date.parse(
    time === undefined ? `${year}-${month}-${day}T00:00:00Z` : `${year}-${month}-${day}${time}${zone}`,
  )
  return isDay(Number(year), Number(month), Number(day)) ? at : Number.NaN
})

/** A calendar day as midnight UTC; 30 February is refused. Throws `statement_malformed`. */
export function bankDay(year: number, month: number, day: number, where: string): Date {
  if (!isDay(year, month, day)) throw malformed(where)
  return new Date(Date.UTC(year, month - 1, day))
}

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `Date` turns 30 February into March, and making one for each line of a long file costs more than this. */
function isDay(year: number, month: number, day: number): boolean {
  const is_leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && is_leap ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0)
  return year >= 1900 && day >= 1 && day <= days
}

/** A bank's text on one line, without control characters, cut to 500 characters. */
export function bankText(text: string): string {
  if (text.length <= TEXT_MAX && PLAIN.test(text)) return text
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX)
}

/** Printable ASCII words with single spaces between. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/
