import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { Office } from '../../demo/office.ts'
import { approveAsProposed } from '../../testing/office/approve-as-proposed.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { sendInFile } from '../../testing/send-in-file.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { camt053File } from '../../testing/worlds/bank-statement-files.ts'
import {
  type BuiltCustomer,
  buildCustomer,
  justSignedIn,
  transactionPasswordDigest,
} from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { asRole } from '../as-role.ts'
import { giveGrant, setTransactionPassword } from '../identity/index.ts'
import { verifyLedger } from '../ledger/index.ts'
import { approvedActs } from '../module.ts'
import { findOpenProposals, refuse } from '../operators/index.ts'
import { unassignedLines } from './bank-statements/statements.repository.ts'
import { editBeneficiary } from './beneficiaries/edit-beneficiary.ts'
import { depositAccountFor } from './deposits/deposit-account.ts'
import { matchDepositVerb } from './deposits/match-deposit.ts'
import { readProperty } from './funds/property.ts'
import { bankDesk, PAYEE, PIN } from './testing/bank-desk.ts'
import { bringStatement } from './testing/bring-statement.ts'
import { cancelWithdrawal } from './withdrawals/cancel-withdrawal.ts'
import { approveWithdrawalVerb } from './withdrawals/decide-withdrawal.ts'
import { withdraw } from './withdrawals/withdraw.ts'
import { listWithdrawals } from './withdrawals/withdrawals.ts'

const t = await testServices()
afterAll(() => t.close())
const desk = bankDesk(t)
const { importLines } = desk

async function expectBalanced(): Promise<void> {
  const report = await t.system(verifyLedger)
  expect(report.differences).toEqual([])
}

/** Another beneficiary, which waits a day. */
function changed(customer_id: string) {
  const card = { kind: 'bank_card', bank_name: 'Bank', beneficiary_name: 'Some One' } as const
  const beneficiary = { ...card, account_number: '4111 1111 1111 1111' }
  return editBeneficiary(t.services, customer_id, { password: PIN, beneficiary })
}

describe('deposits', () => {
  test('a small exact reference books at once, a large one waits for a person [proof 1]', async () => {
    const { customer_id } = await desk.customer('100.00')
    expect((await readProperty(t.services, customer_id, 'en')).available_balance).toBe('100.00')
    const { reference } = await depositAccountFor(t.services, customer_id)
    const large = await importLines([
      { amount: '4000.00', name: 'X', account: 'Y', remittance: `thanks ${reference}` },
    ])
    expect(large).toMatchObject({ deposits_booked: 0, deposits_proposed: 1 })
    expect((await readProperty(t.services, customer_id, 'en')).available_balance).toBe('100.00')
  })

  test('without a reference only the verified payer’s name can match, and another person approves [proof 2]', async () => {
    const staff = await buildStaff(t.services)
    const { maker, checker } = staff
    const acts = approvedActs(t.modules)
    const payer = await buildCustomer(t.services, { person_name: 'José Núñez' })
    const other = await buildCustomer(t.services)
    await importLines([{ amount: '50.00', name: 'NUNEZ JOSE', account: 'Z', remittance: 'hello' }])
    const lines = await t.system((tx) => unassignedLines(tx, 100))
    const line_id = lines.find((line) => line.counterparty_name === 'NUNEZ JOSE')?.line_id ?? ''
    const match = ({ customer_id: customer }: BuiltCustomer) =>
      matchDepositVerb.propose(t.services, maker, { line_id, customer })
    expect(await reasonOf(match(other))).toBe('deposit_match_refused')
    expect(await reasonOf(match(payer))).toBe('proposal_open')
    const [by_program] = await t.system((tx) => findOpenProposals(tx, 'deposit.book', line_id))
    await refuse(t.services, acts, {
      proposal_id: by_program?.proposal_id ?? '',
      staff: checker,
      reason: 'By hand',
    })
    const office = new Office(t.services, t.modules, staff)
    const given = { line_id, customer: payer.customer_id }
    const proposal_id = String((await office.run('match-deposit', given)).proposal_id)
    expect(await reasonOf(approveAsProposed(t.services, acts, { proposal_id, staff: maker }))).not.toBe('ok')
    await approveAsProposed(t.services, acts, { proposal_id, staff: checker })
    expect((await readProperty(t.services, payer.customer_id, 'en')).available_balance).toBe('50.00')
    expect(await reasonOf(match(payer))).toBe('state_conflict')
    await expectBalanced()
  })

  test('a file twice, a known line and a gap are refused, and nothing of them is kept', async () => {
    const line = {
      bank_reference: 'TWICE',
      booked_at: '2026-11-20',
      amount: '1.00',
      name: 'N',
      account: 'A',
      remittance: '-',
    }
    const { closing } = desk
    const file = camt053File({ opening: closing(), lines: [line] })
    await bringStatement(t.services, { format: 'camt053', file })
    desk.closeWith(file)
    const again = (content: string) => bringStatement(t.services, { format: 'camt053', file: content })
    expect(await reasonOf(again(file))).toBe('statement_duplicate')
    expect(await reasonOf(again(camt053File({ opening: closing(), lines: [line] })))).toBe(
      'statement_duplicate',
    )
    const gap = camt053File({ opening: '99999.00', lines: [{ ...line, bank_reference: 'NEW' }] })
    expect(await reasonOf(again(gap))).toBe('statement_gap')
    await expectBalanced()
  })
})

describe('withdrawals', () => {
  test('ask, approve by two, send, confirm by the bank’s line [proof 23]', async () => {
    const { maker, checker } = await buildStaff(t.services)
    const acts = approvedActs(t.modules)
    const customer = await desk.customer('80.00')
    const { customer_id } = customer
    await desk.ask(customer, 30_000_000n)
    const [row] = (await listWithdrawals(t.services, customer_id, {})).items
    const number = row?.number ?? ''
    expect(row?.status).toBe('requested')
    const office = new Office(t.services, t.modules, await buildStaff(t.services))
    expect(await reasonOf(sendInFile(office, number))).toBe('state_conflict')
    const { proposal_id } = await approveWithdrawalVerb.propose(t.services, maker, { number })
    expect(await reasonOf(approveAsProposed(t.services, acts, { proposal_id, staff: maker }))).not.toBe('ok')
    await approveAsProposed(t.services, acts, { proposal_id, staff: checker })
    expect(await sendInFile(office, number)).toMatchObject({ numbers: [number] })
    expect(
      await importLines([
        { amount: '-30.00', name: 'Some One', account: 'B', remittance: `PAYOUT ${number}` },
      ]),
    ).toMatchObject({ withdrawals_confirmed: 1 })
    const [done] = (await listWithdrawals(t.services, customer_id, {})).items
    expect(done).toMatchObject({ status: 'confirmed', bank_reference: desk.newestReference() })
    expect(await readProperty(t.services, customer_id, 'en')).toMatchObject({
      available_balance: '50.00',
      total_assets: '50.00',
    })
    await expectBalanced()
  })

  test('the same request answers the same withdrawal; another amount under it is refused', async () => {
    const customer = await desk.customer('20.00')
    const { customer_id } = customer
    const request_id = newId()
    const first = await desk.ask(customer, 5_000_000n, request_id)
    expect(await desk.ask(customer, 5_000_000n, request_id)).toEqual(first)
    expect(await reasonOf(desk.ask(customer, 6_000_000n, request_id))).toBe('request_id_reused')
    expect((await listWithdrawals(t.services, customer_id, {})).items).toHaveLength(1)
  })

  test('one grant is good once, and twenty at once never take more than there is', async () => {
    const customer = await desk.customer('10.00')
    const { customer_id, beneficiary_id } = customer
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => reasonOf(desk.ask(customer, 3_000_000n))),
    )
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(3)
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'insufficient_balance']))
    const { grant } = await t.system((tx) =>
      giveGrant(tx, { customer_id, amount_micros: 500_000n, beneficiary_id }),
    )
    const uses = await Promise.all(
      Array.from({ length: 10 }, () =>
        reasonOf(
          withdraw(t.services, customer_id, { request_id: newId(), amount: 500_000n, beneficiary_id, grant }),
        ),
      ),
    )
    expect(uses.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    await expectBalanced()
  })

  test('a changed beneficiary is a stated hold that releases by itself; cancelling gives all back [proof 24]', async () => {
    const { customer_id } = await desk.customer('40.00')
    const { beneficiary_id } = await changed(customer_id)
    const { withdrawal_id } = await desk.ask({ customer_id, beneficiary_id }, 10_000_000n)
    const held = await readProperty(t.services, customer_id, 'en')
    expect(held.holds).toMatchObject([{ reason: 'new_beneficiary', amount: '10.00' }])
    expect(held).toMatchObject({ available_balance: '30.00', on_hold: '10.00', total_assets: '40.00' })
    await t.advance(24 * 3_600_000 + 1000)
    const [row] = (await listWithdrawals(t.services, customer_id, {})).items
    expect(row?.status).toBe('requested')
    // The customer must hear of it in case it was somebody else.
    const told = await t.services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
      tx.selectFrom('service.notifications').select('message').execute(),
    )
    expect(told.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['beneficiary_changed', 'withdrawal_requested']),
    )
    expect((await readProperty(t.services, customer_id, 'en')).holds).toEqual([])
    await cancelWithdrawal(t.services, customer_id, withdrawal_id)
    await cancelWithdrawal(t.services, customer_id, withdrawal_id)
    expect(await readProperty(t.services, customer_id, 'en')).toMatchObject({
      available_balance: '40.00',
      on_hold: '0.00',
    })
    await expectBalanced()
  })

  test('a withdrawal that waits for a changed beneficiary is taken back at once, by what a customer’s call may do [proof 673]', async () => {
    const { customer_id } = await desk.customer('40.00')
    const { beneficiary_id } = await changed(customer_id)
    const { withdrawal_id } = await desk.ask({ customer_id, beneficiary_id }, 10_000_000n)
    expect(await readProperty(t.services, customer_id, 'en')).toMatchObject({ on_hold: '10.00' })
    await cancelWithdrawal(asRole(t.services, 'api'), customer_id, withdrawal_id)
    expect(await readProperty(t.services, customer_id, 'en')).toMatchObject({
      available_balance: '40.00',
      on_hold: '0.00',
      holds: [],
    })
    const [row] = (await listWithdrawals(t.services, customer_id, {})).items
    expect(row).toMatchObject({ status: 'ended', ended_reason: 'cancelled_by_customer' })
    await expectBalanced()
  })

  test('refusals: unchanged or wrong account, someone else’s withdrawal, wrong beneficiary [proof 85]', async () => {
    const customer = await desk.customer('5.00')
    const { customer_id } = customer
    const password = PIN
    const form = { ...PAYEE, account_number: 'DE89 3704 0044 0532 0130 00' }
    expect(await reasonOf(editBeneficiary(t.services, customer_id, { password, beneficiary: form }))).toBe(
      'beneficiary_unchanged',
    )
    const wrong = { ...form, account_number: 'DE88370400440532013000' }
    expect(await reasonOf(editBeneficiary(t.services, customer_id, { password, beneficiary: wrong }))).toBe(
      'account_number_invalid',
    )
    expect(await reasonOf(desk.ask({ customer_id, beneficiary_id: newId() }, 1_000_000n))).toBe(
      'beneficiary_not_set',
    )
    const { withdrawal_id } = await desk.ask(customer, 1_000_000n)
    const other = await buildCustomer(t.services)
    expect(await reasonOf(cancelWithdrawal(t.services, other.customer_id, withdrawal_id))).toBe(
      'withdrawal_not_found',
    )
  })
})

test('a reset transaction password makes the next withdrawal wait, before anything is told to the beneficiary', async () => {
  const customer = await desk.customer('100.00')
  const { customer_id, password: login_password } = customer
  await t.advance(24 * 3_600_000)
  const statusOf = async (withdrawal_id: string) => {
    const { items } = await listWithdrawals(t.services, customer_id, {})
    return items.find((withdrawal) => withdrawal.withdrawal_id === withdrawal_id)?.status
  }
  const before = await desk.ask(customer, 10_000_000n)
  expect(await statusOf(before.withdrawal_id)).toBe('requested')
  const password = transactionPasswordDigest('654321')
  await setTransactionPassword(t.services, justSignedIn(t.services, customer_id), {
    password,
    login_password,
  })
  const after = await desk.ask(customer, 10_000_000n)
  expect(await statusOf(after.withdrawal_id)).toBe('held')
})
