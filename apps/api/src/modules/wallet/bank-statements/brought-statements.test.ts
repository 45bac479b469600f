import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { meetAnother } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { csvFile, type FileLine, mt940File } from '../../../testing/worlds/bank-statement-files.ts'
import type { Services } from '../../services.ts'
import { Bringers, type BroughtFile } from '../testing/bringers.ts'

const t = await testServices()
const desk = await Bringers.make(t)
const { bank, one, other, third } = desk
afterEach(() => desk.undo())
afterAll(() => t.close())

describe('one person’s word (PRODUCT §2.6)', () => {
  test.each([
    ['500.00', 20],
    ['0.01', 1],
    ['900000.00', 1],
  ])(
    'books nothing: a forged file of %s, %i times, credits nobody, and the true one is imported [proof 140]',
    async (amount, times) => {
      const { customer_id, reference } = await bank.customerWith('1.00')
      const before = await desk.booked()
      const forged = desk.camt(...Array.from({ length: times }, () => bank.line(amount, reference)))
      expect(await desk.brings(one, forged)).toMatchObject({
        ...{ statement_id: null, statements: 0, lines: 0, deposits_booked: 0, differences: [] },
        waiting: [expect.any(String)],
      })
      await t.drain()
      expect(await desk.booked()).toEqual(before)
      expect(await bank.available(customer_id)).toBe('1.00')
      const line = bank.line('2.00', reference)
      await desk.brings(other, desk.camt(line))
      expect(await desk.brings(third, desk.camt(line))).toMatchObject({
        statements: 1,
        deposits_booked: 1,
        waiting: [],
      })
      desk.closeWith(line)
      expect(await bank.available(customer_id)).toBe('3.00')
      expect(await desk.waiting()).toEqual([])
      expect(await bank.differences()).toEqual([])
    },
  )

  const ONE_IS_ENOUGH = {
    routine: 'wallet.book_agreed_statement',
    from: 'later.sequence > earlier.sequence and later.brought_by <> earlier.brought_by',
    to: 'later.sequence >= earlier.sequence',
  }

  test('is refused by the table of statements itself, whatever books it [proof 536]', async () => {
    await desk.plant(ONE_IS_ENOUGH)
    const before = await desk.booked()
    const forged = desk.camt(bank.line('7.00', 'nobody'))
    await expect(desk.brings(one, forged)).rejects.toThrow('bank_statements_two_people')
    expect(await desk.booked()).toEqual(before)
  })

  test('control: where one person’s word is enough, the forged file is booked', async () => {
    const { customer_id, reference } = await bank.customerWith('1.00')
    await desk.plant(ONE_IS_ENOUGH, {
      table: 'wallet.bank_statements',
      without: 'bank_statements_two_people',
    })
    const line = bank.line('7.00', reference)
    expect(await desk.brings(one, desk.camt(line))).toMatchObject({ statements: 1 })
    desk.closeWith(line)
    expect(await bank.available(customer_id)).toBe('8.00')
  })

  test('said twice stays one person’s word, in another format too, and says so [proof 141]', async () => {
    const { customer_id, reference } = await bank.customerWith('1.00')
    const lines = [bank.line('3.00', reference), bank.line('4.00', reference)]
    const before = await desk.booked()
    await desk.brings(one, desk.camt(...lines))
    for (const again of [
      desk.camt(...lines),
      { format: 'mt940', file: mt940File({ opening: bank.closing, lines }) } as const,
    ]) {
      expect(await desk.brings(one, again)).toMatchObject({ statements: 0, waiting: [], brought_before: 1 })
    }
    expect(await desk.booked()).toEqual(before)
    expect(await bank.available(customer_id)).toBe('1.00')
    expect(await desk.brings(other, desk.camt(...lines))).toMatchObject({ statements: 1, lines: 2 })
    desk.closeWith(...lines)
    expect(await reasonOf(desk.brings(one, desk.camt(...lines)))).toBe('statement_duplicate')
  })
})

describe('the same statement', () => {
  test('is the same in another order and another format of the bank [proof 142]', async () => {
    const { customer_id, reference } = await bank.customerWith('1.00')
    const ways = [
      (lines: FileLine[]): BroughtFile => desk.camt(...lines),
      (lines: FileLine[]): BroughtFile => ({
        format: 'mt940',
        file: mt940File({ opening: bank.closing, lines }),
      }),
      (lines: FileLine[]): BroughtFile => ({
        format: 'csv',
        file: csvFile({ opening: bank.closing, lines }),
      }),
    ] as const
    for (const first of ways) {
      for (const second of ways) {
        const lines = ['1.00', '0.20', '0.03'].map((amount) => bank.line(amount, reference))
        await desk.brings(one, first(lines))
        const turned = first === second && first !== ways[2] ? lines : lines.toReversed()
        expect(await desk.brings(other, second(turned))).toMatchObject({ statements: 1, deposits_booked: 3 })
        desk.closeWith(...lines)
      }
    }
    expect(await bank.available(customer_id)).toBe('12.07')
    expect(await bank.differences()).toEqual([])
  })

  test('names both people, in its row and in the audit log [proof 143]', async () => {
    const line = bank.line('1.00', 'nobody')
    const { statement_id } = await desk.both(line)
    const { rows } = await bank.system((tx) =>
      sql`select origin, brought_by, confirmed_by from wallet.bank_statements
        where statement_id = ${statement_id}`.execute(tx),
    )
    const people = { brought_by: one.staff_id, confirmed_by: other.staff_id }
    expect(rows).toEqual([{ origin: 'two_people', ...people }])
    const { rows: acts } = await bank.system((tx) =>
      sql`select action, actor_name from audit.entries where subject_kind in ('brought_statement', 'bank_statement')
        order by sequence desc limit 3`.execute(tx),
    )
    expect(acts).toEqual([
      { action: 'statement.confirmed', actor_name: 'clerk' },
      { action: 'statement.brought', actor_name: 'clerk' },
      { action: 'statement.brought', actor_name: 'maker' },
    ])
  })

  test('brought by two at the same moment is booked once [proof 144]', async () => {
    const { customer_id, reference } = await bank.customerWith('1.00')
    for (let round = 0; round < 3; round += 1) {
      const line = bank.line('2.00', reference)
      const results = await Promise.all(
        [one, other, third].map((staff) => desk.brings(staff, desk.camt(line)).catch(() => null)),
      )
      expect(results.filter((result) => result?.statements === 1)).toHaveLength(1)
      desk.closeWith(line)
    }
    expect(await bank.available(customer_id)).toBe('7.00')
    expect(await bank.differences()).toEqual([])
  })

  test('control: where they don’t wait for each other, neither sees the other’s, and nothing is booked', async () => {
    await desk.plant(
      {
        routine: 'wallet.lock_statements',
        from: "pg_advisory_xact_lock(hashtextextended('statements:' || of_rail, 0))",
        to: 'pg_sleep(0)',
      },
      // Both wait here until each has looked; otherwise one might commit before the other looks.
      {
        routine: 'wallet.book_agreed_statement',
        from: '  end loop;\nend',
        to: `  end loop;\n  ${meetAnother(60_000)}end`,
      },
    )
    const line = bank.line('2.00', 'nobody')
    const results = await Promise.all([one, other].map((staff) => desk.brings(staff, desk.camt(line))))
    expect(results.map(({ statements }) => statements)).toEqual([0, 0])
    await desk.takeAllBack()
  })

  test('killed in between, on either one’s way, leaves nothing half, and is done again [proof 145]', async () => {
    const { customer_id, reference } = await bank.customerWith('1.00')
    const line = bank.line('2.00', reference)
    const whole = String(desk.camt(line).file)
    const cut: BroughtFile = {
      format: 'camt053',
      file: {
        // The hash covers the whole file, but reading breaks off.
        pieces: piecesThatEnd(whole),
      },
    }
    const killed: Services = {
      ...t.services,
      database: Object.assign(Object.create(t.services.database), {
        transaction: ((scope, work) =>
          t.services.database.transaction(scope, async (tx) => {
            await work(tx)
            throw new Error('killed')
          })) satisfies Services['database']['transaction'],
      }),
    }
    const before = await desk.booked()
    await expect(desk.brings(one, cut)).rejects.toThrow('cut')
    expect(await desk.waiting()).toEqual([])
    await desk.brings(one, desk.camt(line))
    await expect(desk.brings(other, desk.camt(line), killed)).rejects.toThrow('killed')
    expect(await desk.booked()).toEqual(before)
    expect(await bank.available(customer_id)).toBe('1.00')
    expect(await desk.brings(other, desk.camt(line))).toMatchObject({ statements: 1, deposits_booked: 1 })
    desk.closeWith(line)
    expect(await bank.available(customer_id)).toBe('3.00')
  })

  test('of two in a file with one booked already, the other is booked, in their order [proof 146]', async () => {
    const { customer_id, reference } = await bank.customerWith('1.00')
    const [first, second] = [bank.line('1.00', reference), bank.line('2.00', reference)]
    const opening = bank.closing
    const part = mt940File({ opening, lines: [first] })
    desk.closeWith(first)
    const next = mt940File({ opening: bank.closing, lines: [second] })
    desk.closeWith(second)
    const file = { format: 'mt940', file: part + next } as const
    expect(await desk.brings(one, file)).toMatchObject({
      statements: 0,
      waiting: [expect.any(String), expect.any(String)],
    })
    // The later statement first: it waits for its place in the chain.
    expect(await desk.brings(other, { format: 'mt940', file: next })).toMatchObject({ statements: 0 })
    expect(await bank.available(customer_id)).toBe('1.00')
    expect(await desk.brings(third, { format: 'mt940', file: part })).toMatchObject({
      statements: 2,
      lines: 2,
    })
    expect(await bank.available(customer_id)).toBe('4.00')
    const last = bank.line('4.00', reference)
    const longer = {
      format: 'mt940',
      file: `${file.file}${mt940File({ opening: bank.closing, lines: [last] })}`,
    } as const
    expect(await desk.brings(one, longer)).toMatchObject({ statements: 0, booked_before: 2 })
    expect(await desk.brings(third, longer)).toMatchObject({ statements: 1, booked_before: 2 })
    desk.closeWith(last)
    expect(await bank.available(customer_id)).toBe('8.00')
    expect(await reasonOf(desk.brings(one, longer))).toBe('statement_duplicate')
    expect(await bank.differences()).toEqual([])
  })
})

function piecesThatEnd(whole: string): () => AsyncIterable<Uint8Array> {
  let times = 0
  return () => {
    times += 1
    if (times === 1) return Readable.from([Buffer.from(whole)])
    return (async function* () {
      yield Buffer.from(whole.slice(0, Math.floor(whole.length * 0.9)))
      if (times > 2) throw new Error('cut')
    })()
  }
}
