import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeLongStatement } from '../../../../../bench/support/statement-files.ts'
import { testFolder } from '../servers/test-folder.ts'
import { camt053File, type FileLine } from '../worlds/bank-statement-files.ts'
import { CAMT053 } from './camt053.ts'
import { isValid } from './published-schema.ts'

const line: FileLine = {
  ...{ bank_reference: 'R1', booked_at: '2026-11-20', amount: '250.00', name: 'Ada & <Söhne> "東京"' },
  ...{ account: 'DE89370400440532013000', remittance: 'AD23456789AB' },
}

const valid = (file: string) => isValid(file, CAMT053)

describe('a bank statement of tests, browser tests and benches keeps the rules of camt.053.001.08', () => {
  test.each([
    ['of nothing', []],
    ['of money in and out', [line, { ...line, bank_reference: 'R2', amount: '-400.10' }]],
    ['from an account without an IBAN', [{ ...line, account: '0012345678' }]],
    ['from nobody, for nothing', [{ ...line, name: '', account: '', remittance: '' }]],
    ['with as much text as fits', [{ ...line, name: '東'.repeat(140), remittance: 'x'.repeat(140) }]],
  ])('%s', (_shape, lines) => expect(valid(camt053File({ opening: '-10.00', lines }))).toBe(true))

  test('whatever moves', () => {
    const lines = fc.array(
      fc.record({
        bank_reference: fc.stringMatching(/^[A-Z0-9]{1,35}$/),
        booked_at: fc.constantFrom('2024-02-29', '2026-11-02', '2026-12-31'),
        amount: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map((units) => `${units}.05`),
        name: fc.stringMatching(/^[\w &<>"'é]{0,140}$/),
        account: fc.constantFrom('', '1234567', 'GB33BUKB20201555555555'),
        remittance: fc.stringMatching(/^[\w &<>"'é]{0,140}$/),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(lines, (moved) => {
        expect(valid(camt053File({ opening: '0.00', lines: moved, currency: 'EUR' }))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('of a bench', async () => {
    const path = join(testFolder(), 'bench.xml')
    const statement = { name: 'camt053-1', account: 'SANDBOX-0001', opening_micros: 0n, lines: 25 }
    await writeLongStatement(path, statement, 'camt053')
    expect(valid(readFileSync(path, 'utf8'))).toBe(true)
  })
})

describe('a file that breaks a rule of camt.053.001.08 is found', () => {
  const file = camt053File({ opening: '0.00', lines: [line] })
  test.each([
    [
      'an element out of order',
      file.replace(/(<AcctSvcrRef>.*<\/AcctSvcrRef>)(<BkTxCd>.*<\/BkTxCd>)/, '$2$1'),
    ],
    ['a name too long', file.replace(/(<Nm>)[^<]*/, `$1${'a'.repeat(141)}`)],
    ['an entry without its kind', file.replace(/<BkTxCd>.*<\/BkTxCd>/, '')],
    ['a balance without its day', file.replace(/<Dt><Dt>2026-11-20<\/Dt><\/Dt>/, '')],
    ['a statement without its account', file.replace(/<Acct>.*<\/Acct>/, '')],
    ['a message without its time', file.replace(/<CreDtTm>.*<\/CreDtTm>/, '')],
    ['a negative amount', file.replace('>250.00<', '>-250.00<')],
    ['neither in nor out', file.replace('CRDT', 'CREDIT')],
    ['a status of the version before', file.replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')],
    ['a party of the version before', file.replaceAll(/<\/?Pty>/g, '')],
    ['another document', file.replace('camt.053.001.08', 'camt.054.001.08')],
  ])('%s', (_name, broken) => {
    expect(broken).not.toBe(file)
    expect(valid(broken)).toBe(false)
  })

  test('and what would make one is not written', () => {
    expect(() => camt053File({ opening: '0.00', lines: [{ ...line, name: 'a'.repeat(141) }] })).toThrow('Nm')
    expect(() => camt053File({ opening: '0.00', lines: [{ ...line, booked_at: '2026-02-30' }] })).toThrow(
      'Dt',
    )
  })
})
