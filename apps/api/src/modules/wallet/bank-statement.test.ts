import { describe, expect, test } from 'vitest'
import { camt053File, csvFile } from '../../testing/bank-statement-files.ts'
import { readCamt053 } from './camt053.ts'
import { readStatementCsv } from './statement-csv.ts'

const lines = [
  {
    bank_reference: 'B1',
    booked_at: '2026-11-02',
    amount: '250.00',
    name: 'Ada Lovelace',
    account: 'DE89370400440532013000',
    remittance: 'ADT-7K3M9Q',
  },
  {
    bank_reference: 'B2',
    booked_at: '2026-11-03',
    amount: '-100.05',
    name: 'Grace Hopper',
    account: 'GB33BUKB20201555555555',
    remittance: 'W100001',
  },
]

describe.each([
  ['CAMT.053', readCamt053, camt053File],
  ['CSV', readStatementCsv, csvFile],
] as const)('%s', (_name, read, file) => {
  test('balances, signs, parties and references', () => {
    const statement = read(file({ opening: '1000.00', lines }))
    expect(statement.opening_balance_micros).toBe(1_000_000_000n)
    expect(statement.closing_balance_micros).toBe(1_149_950_000n)
    expect(statement.lines.map((line) => line.amount_micros)).toEqual([250_000_000n, -100_050_000n])
    expect(statement.lines[0]).toMatchObject({
      counterparty_name: 'Ada Lovelace',
      counterparty_account: 'DE89370400440532013000',
    })
    expect(statement.lines[1]?.remittance).toContain('W100001')
  })
  test('a file cut at any place is refused', () => {
    const whole = file({ opening: '0.00', lines }).trimEnd()
    for (let length = 0; length < whole.length - 1; length += 7) {
      expect(() => read(whole.slice(0, length))).toThrow('statement_malformed')
    }
  })
  test('an amount that does not add up is refused', () => {
    const whole = file({ opening: '0.00', lines })
    expect(() => read(whole.replace('100.05', '100.06'))).toThrow('statement_malformed')
    expect(() => read(whole.replace('100.05', '1e2'))).toThrow('statement_malformed')
  })
  test('the same reference twice is refused', () => {
    expect(() =>
      read(file({ opening: '0.00', lines: [lines[0], lines[0]].flatMap((line) => line ?? []) })),
    ).toThrow('statement_malformed')
  })
})

test('a document type with entities is refused', () => {
  const bomb = camt053File({ opening: '0.00', lines }).replace(
    '<Document',
    '<!DOCTYPE x [<!ENTITY a "aaaa">]><Document',
  )
  expect(() => readCamt053(bomb)).toThrow('statement_malformed')
})
