import { expect, test } from 'vitest'
import { mt940Reader } from './mt940.ts'
import type { StatementEvent, StatementLine } from './statement.ts'

function read(file: string): StatementEvent[] {
  const reader = mt940Reader()
  return [...reader.write(file.replaceAll('\n', '\r\n')), ...reader.end()]
}

function linesOf(file: string): StatementLine[] {
  return read(file).flatMap((event) => (event.kind === 'lines' ? event.lines : []))
}

const statement = (lines: string, closing = 'C261120EUR100,00') => `:20:STARTUMSE
:25:70050000/0000123456
:28C:00001/001
:60F:C261119EUR0,
${lines}:62F:${closing}
:64:${closing}
-
`

test('marks, dates and amounts: RC pays out what was paid in, RD pays in what was paid out', () => {
  const lines = linesOf(
    statement(`:61:2611201120C150,NTRFNONREF//A
:61:2611201120RC50,00NRTINONREF//B
:61:261120D7,5NCHGFEES//C
:61:2701021231RDR7,50NTRFNONREF//D
`),
  )
  expect(
    lines.map(({ bank_reference, amount_micros, is_return }) => [bank_reference, amount_micros, is_return]),
  ).toEqual([
    ['A', 150_000_000n, false],
    ['B', -50_000_000n, true],
    ['C', -7_500_000n, false],
    ['D', 7_500_000n, true],
  ])
  expect(lines[2]?.remittance).toBe('FEES')
  // The entry date has no year: 31 December belongs to the year before the value date's.
  expect(lines.map((line) => line.booked_at.toISOString().slice(0, 10))).toEqual([
    '2026-11-20',
    '2026-11-20',
    '2026-11-20',
    '2026-12-31',
  ])
})

test.each([
  [
    'subfields',
    `:86:166?00GUTSCHRIFT?109075?20EREF+NOTPROVIDED?21SVWZ+AD2345678?229AB
?3070050000?31DE89370400440532013000?32Ada Love?33lace
`,
    { counterparty_name: 'Ada Lovelace', counterparty_account: 'DE89370400440532013000' },
  ],
  [
    'codes',
    `:86:/TRTP/SEPA OVERBOEKING/IBAN/NL20INGB0001234567/BIC/INGBNL2A/NAME/A
da Lovelace/REMI/AD2345678 9AB/EREF/NOTPROVIDED
`,
    { counterparty_name: 'Ada Lovelace', counterparty_account: 'NL20INGB0001234567' },
  ],
  [
    'plain text',
    ':86:TRANSFER FROM ADA\nAD2345678 9AB\n',
    { counterparty_name: '', remittance: 'TRANSFER FROM ADA AD2345678 9AB' },
  ],
])('information to the account owner in %s, over several lines', (_name, information, told) => {
  const [line] = linesOf(statement(`:61:2611201120C100,NTRFNONREF//A\n${information}`))
  expect(line).toMatchObject(told)
  expect(line?.remittance.replace(/[^A-Z0-9]/g, '')).toContain('AD23456789AB')
})

test('a statement in several messages is one, its pages have to follow', () => {
  const page = (second: string) => `:20:X
:25:1
:28C:7/1
:60F:C261119EUR0,
:61:261120C60,NTRFNONREF//A
:62M:C261120EUR60,
-
:20:X
:25:1
:28C:7/2
:60M:${second}
:61:261120C40,NTRFNONREF//B
:62F:C261120EUR100,
-
`
  expect(read(page('C261120EUR60,')).map(({ kind }) => kind)).toEqual(['opening', 'lines', 'closing'])
  expect(() => read(page('C261120EUR61,'))).toThrow('statement_malformed')
})

test('SWIFT’s blocks around a message are passed over; lines without a reference get their place as one', () => {
  const wrapped = `{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:
${statement(':61:2611201120C100,NTRFNONREF\n').replace('-\n', '-}\n')}`
  expect(linesOf(wrapped)[0]?.bank_reference).toBe('STARTUMSE 00001/001 261119/1')
})

test.each([
  ['an amount with a point', statement(':61:261120C100.00NTRFNONREF\n')],
  ['a day that is none', statement(':61:260230C100,NTRFNONREF\n')],
  ['a line before its balance', ':20:X\n:25:1\n:28C:1\n:61:261120C100,NTRFNONREF\n'],
  ['another currency at the end', statement(':61:261120C100,NTRFNONREF\n', 'C261120USD100,00')],
  ['no closing balance', ':20:X\n:25:1\n:28C:1\n:60F:C261119EUR0,\n-\n'],
  ['no statement', '-\n'],
])('%s is refused', (_name, file) => expect(() => read(file)).toThrow('statement_malformed'))
