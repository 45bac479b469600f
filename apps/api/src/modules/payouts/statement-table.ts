import { Download } from '@adtally/contract/operator/statement/files.ts'
import { csvField } from '../../lib/csv-field.ts'
import type { MonthOfPublisher, StatementLine } from './publisher-statement.ts'

const COLUMNS = ['kind', 'time_utc', 'entry_id', 'of', 'amount', 'balance', 'currency', 'mode']

/**
 * A publisher's month for programs and tables: its opening balance, every line with the balance after it, its closing balance,
 * and the ledger's mode on every line (PRODUCT §2.9). UTF-8 with byte-order mark and CRLF (RFC 4180).
 */
export function statementTable(
  { month, opening, closing }: MonthOfPublisher,
  lines: readonly StatementLine[],
  about: { currency: string; mode: string },
): Download {
  const ends = [about.currency, about.mode]
  const rows = [
    COLUMNS,
    ['opening', '', '', '', '', opening, ...ends],
    ...lines.map(({ kind, at, entry_id, remark, amount, balance }) => [
      kind,
      at.toISOString(),
      entry_id,
      remark,
      amount,
      balance,
      ...ends,
    ]),
    ['closing', '', '', '', '', closing, ...ends],
  ]
  const text = rows.map((row) => row.map(csvField).join(',')).join('\r\n')
  return new Download({
    file_name: `statement-${month}.csv`,
    media_type: 'text/csv',
    content: Buffer.from(`\ufeff${text}\r\n`),
  })
}
