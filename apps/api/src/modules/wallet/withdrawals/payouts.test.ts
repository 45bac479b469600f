import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { PostgresDatabase } from '../../../database/postgres-database.ts'
import { reasonOf, refusalOf } from '../../../testing/reason-of.ts'
import { testServices, testSettings } from '../../../testing/servers/test-services.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { unassignedLines } from '../bank-statements/statements.repository.ts'
import { readProperty } from '../funds/property.ts'
import { bankDesk } from '../testing/bank-desk.ts'
import { bounceWithdrawalVerb, refusedWithdrawalVerb } from './bounce-withdrawal.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { approveWithdrawalVerb } from './decide-withdrawal.ts'
import { handOver, takePayoutFile } from './hand-over-payout-file.ts'
import { proposePayoutFileVerb } from './payout-file.ts'
import { quoteWithdrawal, readWithdrawal } from './withdrawals.ts'

const t = await testServices({ settings: testSettings({ RAIL_FEE: '0.25' }) })
const desk = bankDesk(t)
const staff = await buildStaff(t.services)
const owners = new PostgresDatabase(t.db.owner)
afterAll(async () => {
  await owners.close()
  await t.close()
})

/** An approved withdrawal of 20.00 by a customer with 30.00. */
async function approvedWithdrawal() {
  const customer = await desk.customer('30.00')
  const { withdrawal_id } = await desk.ask(customer, 20_000_000n)
  const read = async () => (await readWithdrawal(t.services, customer.customer_id, withdrawal_id)).row
  const { number } = await read()
  await desk.agreed(approveWithdrawalVerb, { number })
  const available = async () => (await readProperty(t.services, customer.customer_id, 'en')).available_balance
  return { customer_id: customer.customer_id, withdrawal_id, number, read, available }
}

function sentInFile(numbers: readonly string[]) {
  return desk.sent(...numbers)
}

async function expectBalanced() {
  const report = await t.system(verifyLedger)
  expect(report.differences).toEqual([])
}

describe('a payment order of many withdrawals', () => {
  test('is agreed on by two people, kept sealed and handed over; the bank’s lines confirm each by its end-to-end id [proof 25]', async () => {
    const [one, other, taken] = [
      await approvedWithdrawal(),
      await approvedWithdrawal(),
      await approvedWithdrawal(),
    ]
    const proposed = await proposePayoutFileVerb.propose(t.services, staff.maker, {
      numbers: [one.number, other.number, taken.number],
    })
    await cancelWithdrawal(t.services, taken.customer_id, taken.withdrawal_id)
    const others = desk.approved(Promise.resolve(proposed))
    const { reason, details } = await refusalOf(others)
    expect(reason).toBe('proposal_changed')
    expect(details.values?.seen).toContain('Pay 3 withdrawals, 60.00 USD in all')
    expect(details.values?.now).toContain('Pay 2 withdrawals, 40.00 USD in all')
    const done = await desk.approved(Promise.resolve(proposed), String(details.values?.facts_hash))
    expect(done, 'what its customer took back is left out').toMatchObject({ outcome: { payments: 2 } })
    const { payout_file_id } = Object(Object(done).outcome)
    const { file } = await takePayoutFile(t.services, staff.maker, payout_file_id)
    for (const text of [
      '<NbOfTxs>2</NbOfTxs><CtrlSum>39.50</CtrlSum>',
      `<EndToEndId>${one.number}</EndToEndId>`,
      '<InstdAmt Ccy="USD">19.75</InstdAmt>',
      '<IBAN>DE89370400440532013000</IBAN>',
      'Zoë O’Hara &amp; Cie &quot;東京&quot;',
    ]) {
      expect(file).toContain(text)
    }
    const { rows } = await owners.transaction({ kind: 'system' }, (tx) =>
      sql<{ text: string }>`select row_to_json(f)::text as text from wallet.payout_files f`.execute(tx),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('DE89370400440532013000')
    await handOver(t.services, staff.maker, payout_file_id)
    expect(await one.read()).toMatchObject({ status: 'sent', payout_micros: 19_750_000n })
    const imported = await desk.importLines(
      [one, other].map(({ number }) => ({
        amount: '-19.75',
        name: 'Z',
        account: 'X',
        remittance: `X ${number}`,
      })),
    )
    expect(imported.withdrawals_confirmed).toBe(2)
    expect((await other.read()).status).toBe('confirmed')
    expect(
      await reasonOf(proposePayoutFileVerb.propose(t.services, staff.maker, { numbers: [one.number] })),
    ).toBe('state_conflict')
    await expectBalanced()
  })
})

test('what is less than a hundredth stays the customer’s: no payment order can name it', async () => {
  const customer = await desk.customer('30.00')
  const { withdrawal_id } = await desk.ask(customer, 20_005_001n)
  const { row } = await readWithdrawal(t.services, customer.customer_id, withdrawal_id)
  await desk.agreed(approveWithdrawalVerb, { number: row.number })
  await sentInFile([row.number])
  const after = (await readWithdrawal(t.services, customer.customer_id, withdrawal_id)).row
  expect(after.payout_micros).toBe(19_750_000n)
  expect(await readProperty(t.services, customer.customer_id, 'en')).toMatchObject({
    available_balance: '10.00',
    on_hold: '0.00',
  })
  await expectBalanced()
})

describe('what the bank sends back (PRODUCT §3: bounced)', () => {
  test('a return of the exact payout is the customer’s again at once, with its reason, and no deposit [proof 26]', async () => {
    const one = await approvedWithdrawal()
    await sentInFile([one.number])
    await desk.importLines([{ amount: '-19.75', name: 'Z', account: 'X', remittance: one.number }])
    const before = await readProperty(t.services, one.customer_id, 'en')
    const line = { name: 'Bank', account: 'X', remittance: `RETURN ${one.number} AC04` }
    expect((await desk.importLines([{ ...line, amount: '19.74' }])).withdrawals_returned, 'control').toBe(0)
    expect((await desk.importLines([{ ...line, amount: '19.75' }])).withdrawals_returned).toBe(1)
    expect(await one.read()).toMatchObject({ status: 'bounced', ended_reason: 'bank_return' })
    const after = await readProperty(t.services, one.customer_id, 'en')
    expect(after.available_balance).toBe('29.75')
    expect(after.total_deposited).toBe(before.total_deposited)
    // A second report of the same return credits nothing.
    expect((await desk.importLines([{ ...line, amount: '19.75' }])).withdrawals_returned).toBe(0)
    await expectBalanced()
  })

  test('a return less the bank’s charge takes two people', async () => {
    const one = await approvedWithdrawal()
    await sentInFile([one.number])
    await desk.importLines([{ amount: '-19.75', name: 'Z', account: 'X', remittance: one.number }])
    await desk.importLines([{ amount: '15.00', name: 'Bank', account: 'X', remittance: 'lost number' }])
    const lines = await t.system((tx) => unassignedLines(tx, 100))
    const line_id = lines.find(({ remittance }) => remittance === 'lost number')?.line_id ?? ''
    const bounced = () => desk.agreed(bounceWithdrawalVerb, { number: one.number, line_id })
    await bounced()
    expect(await one.available()).toBe('25.00')
    expect(await reasonOf(bounced())).toBe('state_conflict')
    await expectBalanced()
  })

  test('an order that the bank refused is reversed whole, its fee too, by two people', async () => {
    const one = await approvedWithdrawal()
    expect(
      await reasonOf(
        refusedWithdrawalVerb.propose(t.services, staff.maker, { number: one.number, evidence: 'pain.002' }),
      ),
    ).toBe('state_conflict')
    await sentInFile([one.number])
    await desk.agreed(refusedWithdrawalVerb, {
      number: one.number,
      evidence: 'pain.002 RJCT AC01',
    })
    expect(await one.read()).toMatchObject({ status: 'bounced', ended_reason: 'bank_refused' })
    expect(await one.available()).toBe('30.00')
    await expectBalanced()
  })
})

test('PRODUCT §2.3: published times are of all that were really sent, from five on, the late ones counted', async () => {
  const customer = await desk.customer('1.00')
  const before = (await quoteWithdrawal(t.services, customer.customer_id)).times
  const late = await approvedWithdrawal()
  await t.advance(73 * 3_600_000)
  await sentInFile([late.number])
  const after = (await quoteWithdrawal(t.services, customer.customer_id)).times
  expect(after.sent_count).toBe(before.sent_count + 1)
  expect(after.sent_late_count).toBe(before.sent_late_count + 1)
  expect(after.sent_count).toBeGreaterThanOrEqual(5)
  expect(after.p95_ms ?? 0).toBeGreaterThan(after.median_ms ?? Number.POSITIVE_INFINITY)
})
