import type { BankFileFormat } from '@adtally/contract/operator/finance/deposits-statements.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { camt053File, csvFile, type FileLine, mt940File } from '../../testing/worlds/bank-statement-files.ts'
import { readStatements } from './read-statements.ts'
import type { StatementEvent, StatementLine } from './statement.ts'

const FORMATS = [
  ['camt053', camt053File],
  ['mt940', mt940File],
  ['csv', csvFile],
] as const

/** Words that every format can hold. */
const words = (max: number) =>
  fc
    .stringMatching(/^[A-Za-z0-9.,'-]{1,12}( [A-Za-z0-9.,'-]{1,12}){0,2}$/)
    .map((text) => text.slice(0, max).trim())

const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.boolean())
  .map(([cents, out]) => `${out ? '-' : ''}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)

const lines = fc
  .array(
    fc.record({
      booked_at: fc.constantFrom('2026-11-02', '2026-02-28', '2024-02-29', '2026-12-31'),
      amount,
      name: words(30),
      account: fc.constantFrom('DE89370400440532013000', 'GB33BUKB20201555555555', '1234567'),
      remittance: words(27),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((some): FileLine[] => some.map((line, index) => ({ ...line, bank_reference: `B${index}` })))

const opening = fc.constantFrom('0.00', '1000.00', '250.05')

/** The file in pieces of `size` bytes, so that each element is cut in some run. */
function inPieces(content: Uint8Array, size: number) {
  return {
    async *pieces() {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
    },
  }
}

async function read(
  format: BankFileFormat,
  content: string | Uint8Array,
  size = 64 * 1024,
): Promise<StatementEvent[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const events: StatementEvent[] = []
  for await (const event of readStatements(inPieces(bytes, size), { format, is_utf8: true }))
    events.push(event)
  return events
}

function linesIn(events: readonly StatementEvent[]): StatementLine[] {
  return events.flatMap((event) => (event.kind === 'lines' ? event.lines : []))
}

const micros = (text: string) => BigInt(text.replace('.', '')) * 10_000n

describe.each(FORMATS)('%s', (format, write) => {
  test('what a bank writes is read back, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(opening, lines, fc.integer({ min: 1, max: 400 }), async (before, said, size) => {
        const events = await read(format, write({ opening: before, lines: said }), size)
        const [first, last] = [events[0], events.at(-1)]
        if (first?.kind !== 'opening' || last?.kind !== 'closing')
          throw new Error('a statement opens and closes')
        expect(first.head).toMatchObject({ currency: 'USD', opening_balance_micros: micros(before) })
        expect(last.closing_balance_micros).toBe(
          said.reduce((sum, line) => sum + micros(line.amount), micros(before)),
        )
        expect(linesIn(events)).toMatchObject(
          said.map((line) => ({
            bank_reference: line.bank_reference,
            amount_micros: micros(line.amount),
            booked_at: new Date(`${line.booked_at}T00:00:00Z`),
            counterparty_name: line.name,
            counterparty_account: line.account,
            remittance: line.remittance,
            is_return: false,
          })),
        )
      }),
      { numRuns: 40 },
    )
  })

  test('a file cut at any place is refused, or says the same as the whole', async () => {
    const said: FileLine[] = ['250.00', '-100.05', '1.00'].map((value, index) => ({
      ...{ bank_reference: `B${index}`, booked_at: '2026-11-02', amount: value },
      ...{ name: 'Ada Lovelace', account: 'DE89370400440532013000', remittance: 'AD23456789AB' },
    }))
    const whole = Buffer.from(write({ opening: '1000.00', lines: said }))
    const complete = await read(format, whole)
    let refused = 0
    for (let length = 0; length < whole.length; length += 1) {
      await read(format, whole.subarray(0, length)).then(
        // A CSV file has a balance in each line, so it is complete after any line.
        (events) => expect(linesIn(complete).slice(0, linesIn(events).length)).toEqual(linesIn(events)),
        (error: unknown) => {
          refused += 1
          expect(error).toMatchObject({ reason: 'statement_malformed' })
        },
      )
    }
    expect(refused).toBeGreaterThan(whole.length * 0.9)
  })

  test('a reference that the bank gives twice is told apart', async () => {
    const [line] = fc.sample(lines, { numRuns: 1, seed: 2 })[0] ?? []
    if (!line) throw new Error('there are lines')
    const events = await read(format, write({ opening: '0.00', lines: [line, line] }))
    expect(linesIn(events).map(({ bank_reference }) => bank_reference)).toEqual(['B0', 'B0#2'])
  })
})

describe.each(FORMATS)('%s, damaged,', (format, write) => {
  test('a damaged file is refused with a reason, or adds up', async () => {
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.nat(),
        fc.string({ maxLength: 3 }),
        fc.nat(4),
        async (said, place, put, gone) => {
          const whole = write({ opening: '0.00', lines: said })
          const at = place % whole.length
          const damaged = whole.slice(0, at) + put + whole.slice(at + gone)
          const events = await read(format, damaged).catch((error: unknown) => {
            expect(error).toMatchObject({ reason: 'statement_malformed' })
            return null
          })
          if (!events) return
          let balance: bigint | null = null
          for (const event of events) {
            if (event.kind === 'opening') balance = event.head.opening_balance_micros
            else if (event.kind === 'closing') expect(event.closing_balance_micros).toBe(balance)
            else for (const line of event.lines) balance = (balance ?? 0n) + line.amount_micros
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  test('an amount that does not add up, and an empty file, are refused', async () => {
    const [line] = fc.sample(lines, { numRuns: 1, seed: 1 })[0] ?? []
    if (!line) throw new Error('there are lines')
    const second = { ...line, bank_reference: 'B1', amount: '100.05' }
    const whole = write({ opening: '0.00', lines: [{ ...line, amount: '7.00' }, second] })
    const wrong = whole.replace(/(?<!\d)100([.,])05/, '100$106')
    expect(wrong).not.toBe(whole)
    await expect(read(format, wrong)).rejects.toMatchObject({ reason: 'statement_malformed' })
    await expect(read(format, '')).rejects.toMatchObject({ reason: 'statement_malformed' })
  })

  test('bytes that are no text are refused', async () => {
    const whole = Buffer.from(write({ opening: '0.00', lines: [] as FileLine[] }))
    await expect(read(format, Buffer.concat([whole, Buffer.from([0xff, 0xfe, 0x80])]))).rejects.toMatchObject(
      {
        reason: 'statement_malformed',
      },
    )
  })
})
