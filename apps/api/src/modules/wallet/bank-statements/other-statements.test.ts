import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { camt053File, type FileLine } from '../../../testing/worlds/bank-statement-files.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { Bringers, type BroughtFile } from '../testing/bringers.ts'
import { walletVerbs } from '../verbs.ts'
import type { ImportResult } from './import-statement.ts'

const t = await testServices()
const desk = await Bringers.make(t)
const { bank, one, other, third } = desk
afterEach(() => desk.undo())
afterAll(() => t.close())

/** A changed file under the same bank id, as somebody might forge it. */
function sameId(changed: BroughtFile, of: BroughtFile): BroughtFile {
  const id = /<Stmt><Id>([^<]*)/.exec(String(of.file))?.[1]
  return { ...changed, file: String(changed.file).replace(/<Stmt><Id>[^<]*/, `<Stmt><Id>${id}`) }
}

describe('another statement', () => {
  async function differing(change: (lines: FileLine[]) => FileLine[]) {
    const lines = ['10.00', '20.00', '30.00'].map((amount) => bank.line(amount, 'nobody'))
    const before = await desk.booked()
    await desk.brings(one, desk.camt(...lines))
    const result = await desk.brings(other, sameId(desk.camt(...change(lines)), desk.camt(...lines)))
    expect(await desk.booked()).toEqual(before)
    return { lines, result }
  }
  const [difference] = [(result: ImportResult) => result.differences[0]]

  test('by one amount, one line or its text is shown as different, and nothing is booked [proof 147]', async () => {
    const changed = await differing((lines) =>
      lines.map((line, index) => (index === 1 ? { ...line, amount: '20.01' } : line)),
    )
    expect(difference(changed.result)).toMatchObject({
      ...{ other_by: 'maker', line_count: 1, missing: [], added: [] },
      changed: [
        {
          bank_reference: changed.lines[1]?.bank_reference,
          differs: [{ field: 'amount', here: '20.01', there: '20.00' }],
        },
      ],
      closing_balance: { here: expect.any(String), there: expect.any(String) },
    })
    await desk.takeAllBack()
    const missing = await differing((lines) => lines.slice(0, 2))
    expect(difference(missing.result)).toMatchObject({
      missing: [{ bank_reference: missing.lines[2]?.bank_reference, amount: '30.00' }],
      ...{ added: [], changed: [], line_count: 1 },
    })
    await desk.takeAllBack()
    const other_text = await differing((lines) => lines.map((line) => ({ ...line, remittance: 'somebody' })))
    expect(difference(other_text.result)).toMatchObject({ line_count: 3, missing: [], added: [] })
    // Both stay until one is confirmed; the other is then overtaken.
    expect(await desk.waiting()).toHaveLength(2)
    expect(await desk.brings(third, desk.camt(...other_text.lines))).toMatchObject({
      statements: 1,
      lines: 3,
    })
    desk.closeWith(...other_text.lines)
    expect(await desk.waiting()).toEqual([])
    expect(await bank.differences()).toEqual([])
  })

  test('of which a line names another payer, account or reference is shown with that field and both values [proof 803]', async () => {
    const fields = { remittance: 'somebody', name: 'Some Body', account: 'GB29NWBK60161331926819' }
    for (const [field, there] of Object.entries(fields)) {
      const changed = await differing(([first, second, ...rest]) => {
        if (!first || !second) throw new Error('there are three lines')
        return [first, { ...second, [field]: there }, ...rest]
      })
      const second = changed.lines[1]
      const here = Object.entries(second ?? {}).find(([name]) => name === field)?.[1]
      expect(difference(changed.result)?.changed).toEqual([
        { bank_reference: second?.bank_reference, differs: [{ field, here: there, there: here }] },
      ])
      await desk.takeAllBack()
    }
  })

  test('control: where content is not compared, one changed amount is booked', async () => {
    await desk.plant({
      routine: 'wallet.says_the_same',
      from: 'and one.content_hash = other.content_hash',
      to: '',
    })
    const lines = [bank.line('10.00', 'nobody')]
    await desk.brings(one, desk.camt(...lines))
    const changed = lines.map((line) => ({ ...line, amount: '99.00' }))
    const file = sameId(desk.camt(...changed), desk.camt(...lines))
    expect(await desk.brings(other, file)).toMatchObject({ statements: 1 })
    desk.closeWith(...lines)
  })

  test('is taken back by who brought it and by nobody else [proof 148]', async () => {
    const { waiting } = await desk.brings(one, desk.camt(bank.line('1.00', 'nobody')))
    const [brought] = waiting
    expect(await reasonOf(desk.takesBack(other, brought))).toBe('record_not_found')
    expect(await reasonOf(desk.takesBack(one, brought))).toBe('ok')
    expect(await reasonOf(desk.takesBack(one, brought))).toBe('record_not_found')
    expect(await desk.waiting()).toEqual([])
  })

  test('that follows nothing is told what it should open with, and what it opens with [proof 149]', async () => {
    const file = camt053File({ opening: '99999.00', lines: [bank.line('1.00', 'nobody')] })
    await expect(desk.brings(one, { format: 'camt053', file })).rejects.toMatchObject({
      reason: 'statement_gap',
      details: { values: { expected: bank.closing, found: '99999.00', currency: 'USD' } },
    })
  })
})

describe('whoever holds the program’s password', () => {
  const asProgram = (text: string) => bank.system((tx) => sql.raw(text).execute(tx))

  test('writes no statement and no line, and brings nothing without a session of their own [proof 150]', async () => {
    const line = bank.line('5.00', 'nobody')
    const { statement_id } = await desk.both(line)
    const { waiting } = await desk.brings(one, desk.camt(bank.line('5.00', 'nobody')))
    const staff = await buildStaff(t.services)
    const auditor = await joinStaff(t.services, staff, { username: 'auditor', roles: ['auditor'] })
    const begin = (token: string) => `select wallet.begin_statement(
      '${token}', '${newId()}', 'main', 'csv', sha256('x'), 1, null, '', null, 0)`
    const refused = [
      `insert into wallet.bank_lines (line_id, statement_id, sequence, rail, bank_reference, booked_at, amount_micros,
        counterparty_name, counterparty_account, remittance)
        values ('${newId()}', '${statement_id}', 99, 'main', 'INVENTED', now(), 1000000, '', '', '')`,
      `update wallet.bank_lines set amount_micros = 1 where statement_id = '${statement_id}'`,
      `update wallet.bank_lines set is_withdrawn = true where statement_id = '${statement_id}'`,
      `insert into wallet.bank_statements (statement_id) values ('${newId()}')`,
      'update wallet.bank_statements set withdrawn_at = now()',
      'update wallet.brought_statements set brought_by = gen_random_uuid()',
      `select wallet.bring_lines('${waiting[0]}', 2, '{X}', '{2026-11-20}', '{5}', '{N}', '{A}', '{R}', '{f}')`,
      `select wallet.end_statement('${waiting[0]}', 0)`,
      begin('0'.repeat(64)),
      begin(auditor.session_token),
    ]
    for (const text of refused) {
      await expect(asProgram(text), text).rejects.toThrow(
        /permission denied|not being read|at work|brings no/,
      )
    }
    // Control: with a session it can be started, and still nobody else can continue it.
    await asProgram(begin(one.session_token))
    const begun = await desk.waiting()
    const brought_id = begun.find(({ line_count }) => line_count === null)?.brought_id
    await expect(asProgram(`select wallet.end_statement('${brought_id}', 0)`)).rejects.toThrow(
      'not being read',
    )
    await desk.takeAllBack()
  })
})

describe('who brought a statement', () => {
  test('approves nothing that stands on its lines, and books none of them alone [proof 151]', async () => {
    const lines = ['31.00', '32.00', '33.00'].map((amount) => bank.line(amount, 'nobody'))
    await desk.brings(third, desk.camt(...lines))
    await desk.brings(one, desk.camt(...lines))
    desk.closeWith(...lines)
    const ids = await Promise.all(lines.map(({ bank_reference }) => bank.lineId(bank_reference)))
    const [own, returned, free] = ids
    const verb = (name: string) => walletVerbs.find((found) => found.name === name)
    const proposals = [
      await verb('match-own-money')?.run(t.services, one, { line_id: own }),
      await verb('return-deposit')?.run(t.services, one, { line_id: returned, reason: 'Unknown payer' }),
      await verb('match-own-money')?.run(t.services, one, { line_id: free }),
    ].map((proposed) => String(Object(proposed).proposal_id))
    for (const proposal_id of proposals) {
      expect(await reasonOf(bank.approvedBy(third, proposal_id))).toBe('statement_bringer')
    }
    const [first = '', second = '', last = ''] = proposals
    expect(await reasonOf(bank.approved(Promise.resolve({ proposal_id: first })))).toBe('ok')
    expect(await reasonOf(bank.approved(Promise.resolve({ proposal_id: second })))).toBe('ok')
    await desk.plant({ routine: 'wallet.guard_decision', from: "new.verdict = 'approved'", to: 'false' })
    expect(await reasonOf(bank.approvedBy(third, last)), 'control: unguarded').toBe('ok')
  })
})
