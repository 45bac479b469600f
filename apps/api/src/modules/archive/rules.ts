import { formatAmount } from '@adtally/money/money.ts'
import { csvField } from '../../lib/csv-field.ts'
import type { SecretFor } from '../../secrets.ts'
import type { ArchiveTable } from '../archive-table.ts'

const MICROS = /_micros$/

/** Amounts are written in major units, so their heading loses the unit. */
function headingOf(column: string): string {
  return column.replace(MICROS, '')
}

/** The headings of a table's file. */
export function headingsOf({ columns, opened }: ArchiveTable): string[] {
  return [...columns.map(headingOf), ...(opened ? [opened.heading] : [])]
}

/** A row of a table's file. Throws where a sealed value can't be opened. */
export function fieldsOf(
  { columns, opened }: ArchiveTable,
  row: Readonly<Record<string, unknown>>,
  secret: SecretFor,
): string[] {
  const fields = columns.map((column) => fieldOf(column, row[column]))
  if (!opened) return fields
  const sealed = row[opened.column]
  return [...fields, Buffer.isBuffer(sealed) ? opened.open(secret, String(row[opened.of]), sealed) : '']
}

/** One line of a CSV file (RFC 4180). */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`
}

/**
 * A column's value as text: empty for null, times in UTC, amounts in major units with all decimals, lists and objects
 * as JSON, their amounts likewise.
 */
function fieldOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (MICROS.test(column)) return amountOf(value)
  if (typeof value === 'object') return JSON.stringify(inMajorUnits(value))
  return String(value)
}

function amountOf(value: unknown): string {
  return formatAmount(BigInt(String(value)))
}

function inMajorUnits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inMajorUnits)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) =>
    MICROS.test(name) && member !== null ? [headingOf(name), amountOf(member)] : [name, inMajorUnits(member)],
  )
  return Object.fromEntries(members)
}

/** A table's path in the archive. */
export function pathOfTable(table: string): string {
  return `${table.replace('.', '/')}.csv`
}
