import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Printed } from '../../../demo/office.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { handOver } from '../../../testing/send-in-file.ts'
import { testServices, testSettings } from '../../../testing/servers/test-services.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { editBeneficiary } from '../beneficiaries/edit-beneficiary.ts'
import { readProperty } from '../funds/property.ts'
import { placeHoldVerb } from '../holds/place-hold.ts'
import { presentWithdrawal } from '../presenter.ts'
import { type BankDesk, bankDesk, PIN } from '../testing/bank-desk.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { approveWithdrawalVerb } from './decide-withdrawal.ts'
import { readWithdrawal } from './withdrawals.ts'

const t = await testServices({ settings: testSettings({ RAIL_FEE: '0.25' }) })
const desk = bankDesk(t)
const staff = await buildStaff(t.services)
const office = await desk.office()
afterAll(() => t.close())

type Customer = Awaited<ReturnType<BankDesk['customer']>>
/** An approved withdrawal of 20.00 by a customer with 30.00. */
async function approvedWithdrawal(own?: Customer) {
  const customer = own ?? (await desk.customer('30.00'))
  const { customer_id } = customer
  const { withdrawal_id } = await desk.ask(customer, 20_000_000n)
  const read = async () => (await readWithdrawal(t.services, customer_id, withdrawal_id)).row
  const { number } = await read()
  await desk.agreed(approveWithdrawalVerb, { number })
  const shown = async () => presentWithdrawal(await read(), [], 'en')
  const cancel = () => cancelWithdrawal(t.services, customer_id, withdrawal_id)
  const wallet = () => readProperty(t.services, customer_id, 'en')
  return { customer_id, withdrawal_id, number, read, shown, cancel, wallet }
}

const saveTo = async (payout_file_id: string, who: 'maker' | 'checker' = 'maker') => {
  const { content } = await office.save('save-payout-file', { payout_file_id }, staff[who])
  return Buffer.from(content).toString()
}
const ordered = async (...numbers: string[]) => {
  const made = await office.decide('propose-payout-file', { numbers: numbers.join(' ') })
  return String(made.payout_file_id)
}
const discard = (file: string) =>
  office.decide('discard-payout-file', { payout_file_id: file, evidence: 'Wrong day' })
const shownFile = (file: string): Promise<Printed> => office.run('show-payout-file', { payout_file_id: file })
async function expectBalanced() {
  const report = await t.system(verifyLedger)
  expect(report.differences).toEqual([])
}

describe('a payment order', () => {
  test('sends nothing until it was taken out and handed over, once; who took it, the same bytes each time, and when it went is kept [proof 272]', async () => {
    const one = await approvedWithdrawal()
    const file = await ordered(one.number)
    expect(await one.shown()).toMatchObject({ status: 'approved', sent_at: null, is_cancellable: false })
    expect(await one.wallet()).toMatchObject({ available_balance: '10.00', on_hold: '20.00' })
    expect(
      await reasonOf(office.run('hand-over-payout-file', { payout_file_id: file })),
      'taken by nobody',
    ).toBe('payout_file_not_taken')
    const bytes = await saveTo(file)
    expect(bytes).toContain(`<EndToEndId>${one.number}</EndToEndId>`)
    expect(await saveTo(file, 'checker')).toBe(bytes)
    expect(await one.read(), 'not said to be on its way').toMatchObject({ status: 'approved', sent_at: null })
    const both = await Promise.all(
      [staff.maker, staff.checker].map((who) =>
        reasonOf(office.run('hand-over-payout-file', { payout_file_id: file }, who)),
      ),
    )
    expect(both.toSorted()).toEqual(['ok', 'state_conflict'])
    const { takings, payments, handed_over_by, ended_as, ended_at } = await shownFile(file)
    expect(takings).toMatchObject([{ taken_by: 'maker' }, { taken_by: 'checker' }])
    expect(payments).toMatchObject([{ number: one.number, payout: '19.75' }])
    expect({ ended_as, handed_over_by }).toEqual({
      ended_as: 'handed_over',
      handed_over_by: both[0] === 'ok' ? 'maker' : 'checker',
    })
    const sent = await one.read()
    expect(sent).toMatchObject({ status: 'sent', payout_micros: 19_750_000n })
    expect(sent.sent_at).toEqual(ended_at)
    expect(await saveTo(file), 'taken once more').toBe(bytes)
    expect((await shownFile(file)).takings).toHaveLength(3)
    await expectBalanced()
  })

  test('binds what stands in it: no taking back, holding, ending, or standing in another [proof 273]', async () => {
    const one = await approvedWithdrawal()
    const file = await ordered(one.number)
    expect(await reasonOf(one.cancel())).toBe('withdrawal_not_cancellable')
    expect(await reasonOf(office.run('propose-payout-file', { numbers: one.number }))).toBe('state_conflict')
    expect(await reasonOf(office.run('end-withdrawal', { number: one.number, evidence: 'x' }))).toBe(
      'state_conflict',
    )
    const theft = {
      reason: 'account_theft',
      amount: 5_000_000n,
      evidence: 'Told us',
      report: 'chat 1',
    } as const
    const held = () =>
      placeHoldVerb.propose(t.services, staff.maker, {
        ...theft,
        customer: one.customer_id,
        withdrawal_number: one.number,
      })
    expect(await reasonOf(held())).toBe('state_conflict')
    await discard(file)
    expect(await one.shown(), 'control').toMatchObject({ status: 'approved', is_cancellable: true })
    await one.cancel()
    expect((await one.read()).status).toBe('ended')
  })

  test('proposed twice at once, a withdrawal goes by one of them', async () => {
    const [one, other] = [await approvedWithdrawal(), await approvedWithdrawal()]
    const first = await office.run('propose-payout-file', { numbers: `${one.number} ${other.number}` })
    const second = await office.run('propose-payout-file', { numbers: one.number })
    const done = await Promise.allSettled(
      [first, second].map(({ proposal_id }) => office.check('approve', { proposal_id })),
    )
    const refused = done.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(refused, refused.join()).toHaveLength(1)
    const rows = await t.system((tx) =>
      tx
        .selectFrom('wallet.payout_file_payments')
        .select('payout_file_id')
        .where('withdrawal_id', '=', one.withdrawal_id)
        .where('discarded_at', 'is', null)
        .execute(),
    )
    expect(rows).toHaveLength(1)
  })

  test('that is discarded by two people is taken and handed over by nobody; what stood in it goes by another [proof 274]', async () => {
    const one = await approvedWithdrawal()
    const file = await ordered(one.number)
    await saveTo(file)
    const proposed = await office.run('discard-payout-file', { payout_file_id: file, evidence: 'Wrong day' })
    expect(String(proposed.says)).toMatch(/taken out by maker at .*: the bank has not got it/)
    expect(await reasonOf(office.run('approve', { proposal_id: proposed.proposal_id }))).not.toBe('ok')
    await office.check('approve', { proposal_id: proposed.proposal_id })
    expect(await reasonOf(saveTo(file))).toBe('state_conflict')
    expect(await reasonOf(office.run('hand-over-payout-file', { payout_file_id: file }))).toBe(
      'state_conflict',
    )
    expect(await reasonOf(discard(file))).toBe('state_conflict')
    const again = await ordered(one.number)
    await handOver(office, again)
    expect((await one.read()).status).toBe('sent')
    expect(await reasonOf(discard(again)), 'handed over').toBe('state_conflict')
    await expectBalanced()
  })

  test('is handed over only after somebody took it out, and the refusal says by which command [proof 818]', async () => {
    const one = await approvedWithdrawal()
    const file = await ordered(one.number)
    const handing = () => office.run('hand-over-payout-file', { payout_file_id: file })
    await expect(handing()).rejects.toMatchObject({
      reason: 'payout_file_not_taken',
      details: { field: 'payout_file_id', values: { command: 'save-payout-file' } },
    })
    await saveTo(file)
    await handing()
    expect(await reasonOf(handing()), 'once more').toBe('state_conflict')
  })

  test('handed over while it is being discarded: one of both happens', async () => {
    const one = await approvedWithdrawal()
    const file = await ordered(one.number)
    await saveTo(file)
    const { proposal_id } = await office.run('discard-payout-file', {
      payout_file_id: file,
      evidence: 'Wrong day',
    })
    const done = await Promise.all([
      reasonOf(office.run('hand-over-payout-file', { payout_file_id: file })),
      reasonOf(office.check('approve', { proposal_id })),
    ])
    expect(done.filter((reason) => reason === 'ok')).toHaveLength(1)
    const { ended_as } = await shownFile(file)
    expect((await one.read()).status).toBe(ended_as === 'handed_over' ? 'sent' : 'approved')
    await expectBalanced()
  })

  test('pays what it says, though a hold on the rest releases before it goes: that is the customer’s again', async () => {
    const one = await approvedWithdrawal()
    await desk.agreed(placeHoldVerb, {
      ...{ customer: one.customer_id, reason: 'account_theft', amount: 5_000_000n },
      ...{ evidence: 'Told us', report: 'chat 2', withdrawal_number: one.number },
    })
    const file = await ordered(one.number)
    await t.advance(73 * 3_600_000)
    expect(await one.wallet()).toMatchObject({ available_balance: '10.00', on_hold: '20.00' })
    await handOver(office, file)
    expect(await one.read()).toMatchObject({ status: 'sent', payout_micros: 14_750_000n })
    expect(await one.wallet()).toMatchObject({ available_balance: '15.00', on_hold: '0.00' })
    await expectBalanced()
  })

  test('names cards as accounts; wallet addresses, which it can’t name, go in a list', async () => {
    const bound = async (beneficiary: Parameters<typeof editBeneficiary>[2]['beneficiary']) => {
      const customer = await desk.customer('30.00')
      const { beneficiary_id } = await editBeneficiary(t.services, customer.customer_id, {
        password: PIN,
        beneficiary,
      })
      return { ...customer, beneficiary_id }
    }
    const beneficiary_name = '=HYPERLINK("x")'
    const card = await bound({
      ...{ kind: 'bank_card', bank_name: 'A Bank', beneficiary_name, account_number: '4111111111111111' },
    })
    const address = await bound({
      ...{ kind: 'wallet_address', network: 'bitcoin', beneficiary_name },
      account_number: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    })
    const asked = [await desk.ask(card, 20_000_000n), await desk.ask(address, 20_000_000n)]
    // A changed beneficiary waits for a day.
    await t.advance(25 * 3_600_000)
    const numbers: string[] = []
    for (const [index, { withdrawal_id }] of asked.entries()) {
      const { customer_id } = index === 0 ? card : address
      const { row } = await readWithdrawal(t.services, customer_id, withdrawal_id)
      await desk.agreed(approveWithdrawalVerb, { number: row.number })
      numbers.push(row.number)
    }
    const [of_card = '', of_address = ''] = numbers
    expect(await saveTo(await ordered(of_card))).toContain('<Id>4111111111111111</Id>')
    expect(await reasonOf(ordered(of_address))).toBe('state_conflict')
    const listed = await office.decide('propose-payout-file', { numbers: of_address, format: 'csv' })
    const file = String(listed.payout_file_id)
    expect(await saveTo(file)).toBe(
      `number,network,address,amount,currency\n${of_address},bitcoin,1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa,19.75,USD\n`,
    )
    await handOver(office, file)
    const sent = await readWithdrawal(t.services, address.customer_id, asked[1]?.withdrawal_id ?? '')
    expect(sent.row.status).toBe('sent')
  })
})

describe('whoever speaks SQL as the office', () => {
  let ids: Record<string, string>
  beforeAll(async () => {
    const [one, alone] = [await approvedWithdrawal(), await approvedWithdrawal()]
    const file = await ordered(one.number)
    const untaken_of = await approvedWithdrawal()
    const untaken = await ordered(untaken_of.number)
    await saveTo(file)
    const proposed = await office.run('propose-payout-file', { numbers: alone.number })
    ids = {
      ...{ file, untaken, withdrawal: one.withdrawal_id, alone: alone.withdrawal_id },
      ...{ maker: staff.maker.session_token, checker: staff.checker.session_token },
      ...{ proposal: String(proposed.proposal_id), new_file: String(proposed.subject_id) },
    }
  })
  const said = (statements: string) => saidByLogin(t.db.logins.office, statements, ids)
  const SENT = (which: string, payout: string, at = 'platform.now()') =>
    `update wallet.withdrawals set status = 'sent', sent_at = ${at}, payout_micros = ${payout}
     where withdrawal_id = '<${which}>'`
  const HANDED = "select wallet.hand_over_payout_file('<maker>', '<file>')"
  const ENDED = "(select ended_at from wallet.payout_file_ends where payout_file_id = '<file>')"
  const APPROVE = "select operators.approve('<checker>', '<proposal>', '{}')"
  const FILE = (own: { total?: string; format?: string } = {}) =>
    `insert into wallet.payout_files values ('<new_file>', 'PAYX', '${own.format ?? 'pain001'}', '\\x00', sha256('x'), 1,
      ${own.total ?? '19750000'}, '<proposal>', platform.now())`
  const PAYMENT = (which: string, payout = '19750000') =>
    `insert into wallet.payout_file_payments values ('<new_file>', '<${which}>', ${payout})`

  test.each<[string, string, RegExp]>([
    ['what stands in no order', SENT('alone', '19750000'), /is not to go to sent/],
    ['what stands in one that was not handed over', SENT('withdrawal', '19750000'), /is not to go to sent/],
    [
      'less than its order pays',
      `${HANDED}; ${SENT('withdrawal', '1000000', ENDED)}`,
      /is not to go to sent/,
    ],
    [
      'at another time than its order',
      `${HANDED}; ${SENT('withdrawal', '19750000', "platform.now() - interval '1 day'")}`,
      /is not to go to sent/,
    ],
    ['an order and nothing in it', HANDED, /handed over with what is not sent/],
    [
      'the end of an order past its function',
      "insert into wallet.payout_file_ends values ('<file>', 'handed_over', uuidv7(), null, platform.now())",
      /permission denied/,
    ],
    [
      'in nobody’s name',
      "select wallet.hand_over_payout_file('x', '<file>')",
      /nobody on the staff is at work/,
    ],
    ['an order that nobody approved', FILE(), /nobody approved/],
    ['an approved order of another format', `${APPROVE}; ${FILE({ format: 'csv' })}`, /nobody approved/],
    [
      'an approved order of what it does not name',
      `${APPROVE}; ${FILE()}; ${PAYMENT('withdrawal')}`,
      /nobody approved paying/,
    ],
    [
      'an approved order of less than there is',
      `${APPROVE}; ${FILE()}; ${PAYMENT('alone', '1000000')}`,
      /is not to be paid by 1000000/,
    ],
    [
      'an order that says more than it pays',
      `${APPROVE}; ${FILE({ total: '99' })}; ${PAYMENT('alone')}`,
      /does not pay what it says/,
    ],
    [
      'an order discarded by one',
      "select wallet.discard_payout_file('<file>')",
      /nobody approved discarding/,
    ],
    ['an order read without a word of it', 'select sealed from wallet.payout_files', /permission denied/],
  ])('does not write: %s [proof 275]', async (_name, statements, why) => {
    expect(await said(statements)).toMatch(why)
  })

  test('control: by its order it is done; and without the rule, without one', async () => {
    expect(await said(`${HANDED}; ${SENT('withdrawal', '19750000', ENDED)}`)).toBe('done')
    expect(await said(`${APPROVE}; ${FILE()}; ${PAYMENT('alone')}`)).toBe('done')
    expect(await said("select wallet.hand_over_payout_file('<maker>', '<untaken>')"), 'null').toBe('done')
    const undoing = await plant(t.db.asOwner, [
      { routine: 'wallet.may_move', from: "when 'sent' then", to: "when 'sent' then true or" },
    ])
    expect(await said(SENT('alone', '19750000'))).toBe('done')
    for (const statement of undoing) await t.db.asOwner(statement)
  })
})
