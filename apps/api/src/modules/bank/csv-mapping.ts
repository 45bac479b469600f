import { text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { bankAmount, bankDay, bankTime, malformed } from './statement.ts'

const ORDERED_DAY = {
  'dd.MM.yyyy': /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})$/,
  'dd.MM.yy': /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{2})$/,
  'dd/MM/yyyy': /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/,
  'MM/dd/yyyy': /^(?<month>\d{2})\/(?<day>\d{2})\/(?<year>\d{4})$/,
  'dd-MM-yyyy': /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})$/,
  yyyyMMdd: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
} as const

const column = text(80)

/**
 * How one bank writes its CSV files; columns are named as in the heading. `balance_after` ties a file together, so
 * that a cut or edited one is refused: a bank without it has to send another format.
 */
export const csvMapping = z
  .strictObject({
    delimiter: z.enum([',', ';', '\t', '|']),
    encoding: z.enum(['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16le']),
    decimal_sign: z.enum(['.', ',']),
    date_format: z.enum([
      'iso',
      'dd.MM.yyyy',
      'dd.MM.yy',
      'dd/MM/yyyy',
      'MM/dd/yyyy',
      'dd-MM-yyyy',
      'yyyyMMdd',
    ]),
    order: z.enum(['oldest_first', 'newest_first']),
    /** Lines before the heading. */
    skip_lines: z.int().check(z.minimum(0), z.maximum(50)),
    /** For files without a currency column. */
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'field_invalid'))),
    columns: z.strictObject({
      /** Left out where the bank has none: lines are then identified by their content. */
      bank_reference: z.optional(column),
      booked_at: column,
      /** Either one signed column, or two of which one is filled. */
      amount: z.optional(column),
      paid_in: z.optional(column),
      paid_out: z.optional(column),
      currency: z.optional(column),
      balance_after: column,
      counterparty_name: z.optional(column),
      counterparty_account: z.optional(column),
      remittance: z.array(column).check(z.minLength(1), z.maxLength(8)),
    }),
  })
  .check(
    z.refine(
      ({ columns }) =>
        columns.amount === undefined
          ? columns.paid_in !== undefined && columns.paid_out !== undefined
          : columns.paid_in === undefined && columns.paid_out === undefined,
      { error: 'field_invalid', path: ['columns', 'amount'] },
    ),
    z.refine(({ columns, currency }) => (columns.currency === undefined) !== (currency === undefined), {
      error: 'field_invalid',
      path: ['currency'],
    }),
  )
export type CsvMapping = z.infer<typeof csvMapping>

/** Adtally's own form: each column by its own name, decimal points, ISO dates, UTF-8, oldest line first. */
export const STANDARD_CSV: CsvMapping = {
  delimiter: ',',
  encoding: 'utf-8',
  decimal_sign: '.',
  date_format: 'iso',
  order: 'oldest_first',
  skip_lines: 0,
  columns: {
    bank_reference: 'bank_reference',
    booked_at: 'booked_at',
    amount: 'amount',
    currency: 'currency',
    balance_after: 'balance_after',
    counterparty_name: 'counterparty_name',
    counterparty_account: 'counterparty_account',
    remittance: ['remittance'],
  },
}

/** The day in a cell, by the mapping's format. Throws `statement_malformed`. */
export function mappedDay(cell: string, { date_format }: CsvMapping, where: string): Date {
  if (date_format === 'iso') return bankTime(cell, where)
  const found = ORDERED_DAY[date_format].exec(cell.trim())?.groups
  if (!found) throw malformed(where)
  const year = Number(found.year)
  return bankDay(year < 100 ? 2000 + year : year, Number(found.month), Number(found.day), where)
}

/**
 * Signed micro-units of a cell: the sign before or after, thousands grouped by any other sign than the decimal one.
 * Throws `statement_malformed`.
 */
export function mappedAmount(cell: string, { decimal_sign }: CsvMapping, where: string): bigint {
  const trimmed = cell.trim().replace('\u2212', '-')
  const found = /^([+-]?)([^+-]*)(-?)$/.exec(trimmed)
  if (!found || (found[1] !== '' && found[3] !== '')) throw malformed(where)
  const [, before, digits = '', behind] = found
  const [whole = '', fraction, ...more] = digits.split(decimal_sign)
  const groups =
    decimal_sign === ','
      ? /^(\d+|\d{1,3}([. '\u00a0\u202f]\d{3})+)$/
      : /^(\d+|\d{1,3}([, '\u00a0\u202f]\d{3})+)$/
  if (more.length > 0 || !groups.test(whole)) throw malformed(where)
  const plain = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  const amount_micros = bankAmount(fraction === undefined ? plain : `${plain}.${fraction}`, where)
  return before === '-' || behind === '-' ? -amount_micros : amount_micros
}
