import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type CsvMapping, csvMapping, mappedAmount, STANDARD_CSV } from './csv-mapping.ts'
import { readStatements } from './read-statements.ts'
import type { StatementEvent } from './statement.ts'

/** As a German savings bank writes it: newest first, two amount columns, a preamble, Windows-1252. */
const mapping: CsvMapping = {
  delimiter: ';',
  encoding: 'windows-1252',
  decimal_sign: ',',
  date_format: 'dd.MM.yyyy',
  order: 'newest_first',
  skip_lines: 2,
  currency: 'EUR',
  columns: {
    booked_at: 'Buchung',
    paid_in: 'Haben',
    paid_out: 'Soll',
    balance_after: 'Saldo',
    counterparty_name: 'Name',
    counterparty_account: 'IBAN',
    remittance: ['Zweck', 'Referenz'],
  },
}
const file = `Konto;DE89370400440532013000
Zeitraum;November
Buchung;Name;IBAN;Zweck;Referenz;Soll;Haben;Saldo
03.11.2026;J\u00fcrgen;GB33;"Miete; November";;1.000,50;;234,50
02.11.2026;Zo\u00eb;DE89;AD23456789AB;E1;;1.235,00;1.235,00
`

async function read(content: string | Buffer, by: CsvMapping = mapping) {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const pieces = () => Readable.from([bytes.subarray(0, 50), bytes.subarray(50)])
  const events: StatementEvent[] = []
  const input = { format: 'csv', mapping: by, is_utf8: false } as const
  for await (const event of readStatements({ pieces }, input)) events.push(event)
  return events
}

test('a bank’s own way of writing is read by its mapping, oldest line first', async () => {
  const [opening, lines, closing] = await read(file)
  expect(opening).toMatchObject({ kind: 'opening', head: { currency: 'EUR', opening_balance_micros: 0n } })
  expect(closing).toEqual({ kind: 'closing', closing_balance_micros: 234_500_000n })
  expect(lines).toMatchObject({
    lines: [
      { amount_micros: 1_235_000_000n, counterparty_name: 'Zo\u00eb', remittance: 'AD23456789AB E1' },
      { amount_micros: -1_000_500_000n, counterparty_name: 'J\u00fcrgen', remittance: 'Miete; November' },
    ],
  })
})

test('a line without a reference has one from what it says: the same in a file that overlaps', async () => {
  const reference = async (content: string) => {
    const events = await read(content)
    return events.flatMap((event) => (event.kind === 'lines' ? event.lines : []))[0]?.bank_reference
  }
  const alone = file.replace(/^03.*\n/m, '')
  expect(await reference(alone)).toBe(await reference(file))
  expect(await reference(alone.replace('AD23', 'AD24'))).not.toBe(await reference(file))
})

test.each([
  ['a column that is not there', file.replace('Saldo', 'Stand')],
  ['a column twice', file.replace('Referenz', 'Zweck')],
  ['both amounts', file.replace('1.000,50;;', '1.000,50;1,00;')],
  ['neither amount', file.replace('1.000,50;;', ';;')],
  ['a wrong balance', file.replace('234,50', '234,51')],
  ['another way of dates', file.replace('03.11.2026', '2026-11-03')],
  ['an open quotation', file.replace('November"', 'November')],
  ['a row cut short', file.slice(0, -8)],
  ['a last line that does not end', file.trimEnd()],
  ['a heading alone', `${file.split('\n').slice(0, 3).join('\n')}\n`],
])('%s is refused with its line', async (_name, content) => {
  expect(content).not.toBe(file)
  await expect(read(content)).rejects.toMatchObject({ reason: 'statement_malformed' })
})

describe('amounts', () => {
  const comma = (cell: string) => mappedAmount(cell, mapping, 'line 1')
  test.each([
    ['1.234,56', 1_234_560_000n],
    ['1234,5-', -1_234_500_000n],
    ['-0,01', -10_000n],
    ['+7', 7_000_000n],
    ['\u22127', -7_000_000n],
    ["1'000,00", 1_000_000_000n],
    ['1 000 000', 1_000_000_000_000n],
  ])('%s', (cell, amount_micros) => expect(comma(cell)).toBe(amount_micros))
  test.each(['', '1.23,45', '1,2,3', '-1-', '1e3', '12.34', 'NaN', '1.0000', '--1', '0x10'])(
    '%s is none',
    (cell) => expect(() => comma(cell)).toThrow('statement_malformed'),
  )
})

test('a mapping says one way of amounts and where the currency comes from', () => {
  const columns = mapping.columns
  expect(csvMapping.safeParse(mapping).success).toBe(true)
  expect(csvMapping.safeParse(STANDARD_CSV).success).toBe(true)
  expect(csvMapping.safeParse({ ...mapping, columns: { ...columns, amount: 'Betrag' } }).success).toBe(false)
  expect(csvMapping.safeParse({ ...mapping, columns: { ...columns, paid_in: undefined } }).success).toBe(
    false,
  )
  expect(csvMapping.safeParse({ ...mapping, currency: undefined }).success).toBe(false)
  expect(csvMapping.safeParse({ ...mapping, delimiter: 'x' }).success).toBe(false)
})
