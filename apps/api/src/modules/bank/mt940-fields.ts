import { bankAmount, bankDay, malformed } from './statement.ts'

const BALANCE = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})(\d{1,15},\d{0,6})$/
const LINE = /^(\d{2})(\d{2})(\d{2})(\d{4})?(R[CD]|[CD])([A-Z]?)(\d{1,15},\d{0,6})([A-Z][A-Z0-9]{3})(.*)$/

/** A balance of an MT940 message (`:60F:`, `:60M:`, `:62F:`, `:62M:`). Throws `statement_malformed`. */
export function readBalance(value: string, tag: string): { currency: string; amount_micros: bigint } {
  const found = BALANCE.exec(value.trim())
  if (!found) throw malformed(tag)
  const [, mark, year, month, day, currency = '', amount = ''] = found
  bankDay(century(year), Number(month), Number(day), tag)
  const amount_micros = commaAmount(amount, tag)
  return { currency, amount_micros: mark === 'C' ? amount_micros : -amount_micros }
}

/** What a statement line (`:61:`) says. */
export interface Mt940Line {
  booked_at: Date
  amount_micros: bigint
  /** A reversal of an earlier line (RC, RD), or a returned item (RTI). */
  is_return: boolean
  customer_reference: string
  bank_reference: string
  supplementary: string
}

/**
 * A statement line (`:61:`): value date, entry date, mark, amount with a decimal comma, type, references. RC takes a
 * credit back and so pays out; RD takes a debit back and so pays in. Throws `statement_malformed`.
 */
export function readLine(lines: readonly string[], tag: string): Mt940Line {
  const found = LINE.exec(lines[0] ?? '')
  if (!found) throw malformed(tag)
  const [, year, month, day, entry, mark = '', , amount = '', type = '', references = ''] = found
  const value_day = bankDay(century(year), Number(month), Number(day), tag)
  const amount_micros = commaAmount(amount, tag)
  const [customer_reference = '', ...bank_reference] = references.split('//')
  return {
    booked_at: entry === undefined ? value_day : entryDay(value_day, entry, tag),
    amount_micros: mark === 'C' || mark === 'RD' ? amount_micros : -amount_micros,
    is_return: mark.startsWith('R') || type.endsWith('RTI'),
    customer_reference: customer_reference.trim(),
    bank_reference: bank_reference.join('//').trim(),
    supplementary: lines.slice(1).join(' '),
  }
}

/** The entry date has no year; the year nearest to the value date is right. */
function entryDay(value_day: Date, entry: string, tag: string): Date {
  const [month, day] = [Number(entry.slice(0, 2)), Number(entry.slice(2))]
  const apart = month - (value_day.getUTCMonth() + 1)
  const year = value_day.getUTCFullYear() + (apart > 6 ? -1 : apart < -6 ? 1 : 0)
  return bankDay(year, month, day, tag)
}

function century(year: string | undefined): number {
  const two = Number(year)
  return two < 80 ? 2000 + two : 1900 + two
}

function commaAmount(text: string, tag: string): bigint {
  const [whole = '', fraction = ''] = text.split(',')
  return bankAmount(
    fraction === '' ? whole.replace(/^0+(?=\d)/, '') : `${whole.replace(/^0+(?=\d)/, '')}.${fraction}`,
    tag,
  )
}
