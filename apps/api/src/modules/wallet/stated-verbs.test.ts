import { takeBackStatement } from '@adtally/contract/operator/finance/deposits-statements.ts'
import { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import type { Printed } from '../../demo/office.ts'
import { Refusal } from '../../lib/refusal.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { camt053File, csvFile } from '../../testing/worlds/bank-statement-files.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { fileOf } from '../given-file.ts'
import { staffVerb } from '../module.ts'
import { bankDesk } from './testing/bank-desk.ts'
import { walletVerbs } from './verbs.ts'

const t = await testServices()
afterAll(() => t.close())
const desk = bankDesk(t)
const staff = await buildStaff(t.services)
const office = await desk.office()
const own = await desk.customer('30.00')
const line_id = newId()
const reason = 'so that there is one'
const evidence = 'pain.002 RJCT AC01'
/** As one that its owner takes away while it is read. */
const nowhere = new GivenFile({
  name: 'gone.csv',
  bytes: 5,
  // biome-ignore lint/correctness/useYield: nothing comes of it
  async *open() {
    throw new Error('it is gone')
  },
})

/** What each verb is asked about things that are not there, and why it refuses that. */
const REFUSED: Readonly<Record<string, readonly (readonly [Printed, Refusal['reason']])[]>> = {
  'import-statement': [[{ file: nowhere, format: 'csv' }, 'file_unreadable']],
  'take-back-statement': [[{ brought_id: newId() }, 'record_not_found']],
  'withdraw-statement': [[{ statement_id: newId(), reason }, 'record_not_found']],
  'define-csv-mapping': [[{ name: 'my-bank', file: nowhere }, 'file_unreadable']],
  'match-deposit': [
    [{ line_id, customer: own.username }, 'record_not_found'],
    [{ line_id, customer: 'nobody-of-that-name' }, 'record_not_found'],
  ],
  'list-deposits': [[{ customer: 'nobody-of-that-name' }, 'record_not_found']],
  'recall-deposit': [[{ line_id, deposit_id: newId(), reason }, 'record_not_found']],
  'return-deposit': [[{ line_id, reason }, 'record_not_found']],
  'send-deposit-returns': [
    [{}, 'record_not_found'],
    [{ numbers: 'D999999' }, 'record_not_found'],
  ],
  'confirm-deposit-return': [[{ number: 'D999999', line_id }, 'record_not_found']],
  'match-own-money': [[{ line_id }, 'record_not_found']],
  'approve-withdrawal': [[{ number: 'W999999' }, 'withdrawal_not_found']],
  'confirm-withdrawal': [[{ number: 'W999999', line_id }, 'withdrawal_not_found']],
  'end-withdrawal': [[{ number: 'W999999', evidence }, 'withdrawal_not_found']],
  'bounce-withdrawal': [[{ number: 'W999999', line_id }, 'withdrawal_not_found']],
  'refused-withdrawal': [[{ number: 'W999999', evidence }, 'withdrawal_not_found']],
  'propose-payout-file': [
    [{}, 'record_not_found'],
    [{ numbers: 'W999999' }, 'state_conflict'],
  ],
  'show-payout-file': [[{ payout_file_id: newId() }, 'record_not_found']],
  'save-payout-file': [[{ payout_file_id: newId() }, 'record_not_found']],
  'hand-over-payout-file': [[{ payout_file_id: newId() }, 'record_not_found']],
  'discard-payout-file': [[{ payout_file_id: newId(), evidence }, 'record_not_found']],
}

describe('about what is not there', () => {
  test.each(Object.entries(REFUSED))('%s refuses as its statement says', async (verb, asked) => {
    for (const [flags, why] of asked) expect(await reasonOf(office.run(verb, flags))).toBe(why)
  })

  test('every act about the bank, deposits and withdrawals that refuses anything is tried', () => {
    const refusing = walletVerbs.filter(
      ({ area, refusals, approval }) =>
        area !== 'holds' && (refusals.length > 0 || (approval !== undefined && approval.refusals.length > 0)),
    )
    expect(refusing.map(({ name }) => name).toSorted()).toEqual(Object.keys(REFUSED).toSorted())
  })
})

test('an answer or a refusal that a statement does not name is a fault [proof 1160]', async () => {
  const { refusals: _refusals, ...rest } = takeBackStatement
  const refuse = () => Promise.reject(new Refusal('record_not_found'))
  const flags = { brought_id: newId() }
  expect(await reasonOf(staffVerb(takeBackStatement, refuse).run(t.services, staff.maker, flags))).toBe(
    'record_not_found',
  )
  const silent = staffVerb({ ...rest, refusals: [] }, refuse)
  await expect(silent.run(t.services, staff.maker, flags)).rejects.toThrow('statement does not name')
  const more = staffVerb(takeBackStatement, async (_services, { username }, { brought_id }) => {
    const answer = { brought_id, username }
    return answer
  })
  await expect(more.run(t.services, staff.maker, flags)).rejects.toThrow('statement does not name')
})

/** An approved withdrawal of 20.00, on its way to the bank. */
async function sentWithdrawal(): Promise<string> {
  const customer = await desk.customer('30.00')
  const { withdrawal_id } = await desk.ask(customer, 20_000_000n)
  const asked = (await office.list('list-withdrawals')).find((one) => one.withdrawal_id === withdrawal_id)
  const number = String(asked?.number)
  await office.decide('approve-withdrawal', { number })
  await desk.sent(number)
  return number
}

async function line(amount: string): Promise<string> {
  await desk.importLines([{ amount, name: 'Bank', account: 'X', remittance: 'lost' }])
  return String(await office.lineOf(desk.newestReference()))
}

describe('withdrawals, by the commands', () => {
  test('one that the bank refused, one that it returned, and the payment orders of both', async () => {
    const refused = await sentWithdrawal()
    expect(await office.decide('refused-withdrawal', { number: refused, evidence })).toMatchObject({
      status: 'bounced',
    })
    expect(await reasonOf(office.run('refused-withdrawal', { number: refused, evidence }))).toBe(
      'state_conflict',
    )
    const returned = await sentWithdrawal()
    const paid = await line('-20.00')
    await office.run('confirm-withdrawal', { number: returned, line_id: paid }, staff.checker)
    const back = await line('15.00')
    await office.decide('bounce-withdrawal', { number: returned, line_id: back })
    const files = await office.list('list-payout-files')
    expect(files.map(({ ended_as, takings }) => [ended_as, takings])).toEqual([
      ['handed_over', 1],
      ['handed_over', 1],
    ])
    const shown = await office.run('show-payout-file', { payout_file_id: files[0]?.payout_file_id })
    expect(shown).toMatchObject({ payments: [{ number: returned, payout: '20.00' }] })
    expect(await office.run('ledger-verify')).toMatchObject({ differences: [] })
  })
})

/** Brings a file by the command, as one person. */
function brings(format: string, content: string, by = staff.maker, flags: Printed = {}): Promise<Printed> {
  return office.run('import-statement', { file: fileOf('statement', content), format, ...flags }, by)
}

describe('statements, by the commands', () => {
  test('what two people bring differently is told to both, in their answers and on the list', async () => {
    const line = {
      bank_reference: 'X1',
      booked_at: '2026-11-20',
      name: 'Nobody',
      account: '',
      remittance: '',
    }
    const saying = (amount: string, remittance: string) =>
      csvFile({
        opening: desk.closing(),
        lines: [
          { ...line, amount, remittance },
          { ...line, bank_reference: `X${amount}`, amount },
        ],
      })
    await brings('csv', saying('2.00', 'one'))
    const other = await brings('csv', saying('3.00', 'other'), await staff.clerk())
    expect(other).toMatchObject({
      ...{ statement_id: null, statements: 0, lines: 0 },
      differences: [
        {
          other_by: staff.maker.username,
          closing_balance: { here: expect.any(String), there: expect.any(String) },
          missing: [{ bank_reference: 'X2.00', amount: '2.00' }],
          added: [{ bank_reference: 'X3.00', amount: '3.00' }],
          changed: [{ bank_reference: 'X1', differs: expect.any(Array) }],
        },
      ],
    })
    const listed = await office.list('list-brought-statements')
    expect(listed.map(({ brought_by, state }) => [brought_by, state])).toEqual([
      [staff.maker.username, 'waits'],
      [(await staff.clerk()).username, 'waits'],
    ])
    for (const { brought_id, brought_by } of listed) {
      const by = brought_by === staff.maker.username ? staff.maker : await staff.clerk()
      expect(await office.run('take-back-statement', { brought_id }, by)).toEqual({ brought_id })
    }
  })

  test('a mapping is taken from a file, put in force by two, and read by', async () => {
    const definition = {
      ...{ delimiter: ';', encoding: 'utf-8', decimal_sign: ',', date_format: 'dd.MM.yyyy' },
      ...{ order: 'oldest_first', skip_lines: 0, currency: 'USD' },
      columns: { booked_at: 'Day', amount: 'Amount', balance_after: 'Balance', remittance: ['Text'] },
    }
    const file = `Day;Amount;Balance;Text\n20.11.2026;1,00;${(Number(desk.closing()) + 1).toFixed(2).replace('.', ',')};lost\n`
    const mapping = { mapping: 'my-bank' }
    expect(await reasonOf(brings('csv', file, staff.maker, mapping))).toBe('record_not_found')
    expect(await reasonOf(brings('mt940', file, staff.maker, mapping))).toBe('field_invalid')
    const described = fileOf('mapping.json', JSON.stringify(definition))
    await office.decide('define-csv-mapping', { name: 'my-bank', file: described })
    await brings('csv', file, staff.maker, mapping)
    expect(await brings('csv', file, await staff.clerk(), mapping)).toMatchObject({ lines: 1, unassigned: 1 })
    expect(await reasonOf(brings('csv', file, staff.maker, mapping))).toBe('statement_duplicate')
  })

  test('a file that is none, or leaves out a day, is refused', async () => {
    expect(await reasonOf(brings('camt053', 'none'))).toBe('statement_malformed')
    expect(await reasonOf(brings('camt053', camt053File({ opening: '999999.00', lines: [] })))).toBe(
      'statement_gap',
    )
  })
})
