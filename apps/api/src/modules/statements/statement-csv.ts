import { WALLET_PARTS } from '@adtally/contract/enums.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { csvField } from '../../lib/csv-field.ts'
import type { PartSums } from '../ledger/index.ts'
import { type AccountStatement, partOf, totalOf } from './rules.ts'

const COLUMNS = [
  'kind',
  'time_utc',
  'type',
  'entry_id',
  'subject_kind',
  'subject_id',
  'number',
  'total',
  ...WALLET_PARTS,
  'available_after',
  'currency',
  'mode',
] as const

/**
 * A statement for programs: names and numbers as on the wire, the same in every language, amounts with all their
 * decimals, and the ledger's mode on every line (PRODUCT §2.9). UTF-8 with byte-order mark and CRLF (RFC 4180).
 */
export function statementCsv(statement: AccountStatement, about: { currency: string; mode: string }): Buffer {
  const ends = [about.currency, about.mode]
  const amounts = (sums: PartSums) => [
    formatAmount(totalOf(sums)),
    ...WALLET_PARTS.map((part) => formatAmount(partOf(sums, part))),
  ]
  const balance = (kind: string, sums: PartSums) => [
    kind,
    '',
    '',
    '',
    '',
    '',
    '',
    ...amounts(sums),
    formatAmount(sums.available_micros),
    ...ends,
  ]
  const rows = [
    [...COLUMNS],
    balance('opening', statement.opening),
    ...statement.lines.map(({ change, available_after_micros }) => [
      'line',
      change.at.toISOString(),
      change.type,
      change.flow_id,
      change.subject_kind,
      change.subject_id,
      statement.numbers.get(change.subject_id) ?? '',
      ...amounts(change),
      formatAmount(available_after_micros),
      ...ends,
    ]),
    balance('closing', statement.closing),
  ]
  return Buffer.from(`\ufeff${rows.map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`)
}
