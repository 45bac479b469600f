import { afterAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { PLATFORM_ID } from '../../ledger/index.ts'
import { readProperty } from '../funds/property.ts'
import { placeHoldVerb } from '../holds/place-hold.ts'
import { StatementBank } from '../testing/statement-bank.ts'
import { depositAccountFor } from './deposit-account.ts'
import { recallDepositVerb } from './recall-deposit.ts'
import { depositsOf } from './recalls.repository.ts'

const t = await testServices()
afterAll(() => t.close())
const bank = new StatementBank(t)
await bank.payInCapital('5000.00')

describe('a deposit recalled (PRODUCT §3)', () => {
  async function depositOf(customer_id: string) {
    const [deposit] = await bank.system((tx) => depositsOf(tx, customer_id, 1))
    if (!deposit) throw new Error('no deposit')
    return deposit
  }

  test('what is on hold for it first, then available, then reserve, the rest shortfall [proof 4]', async () => {
    const { maker } = await buildStaff(t.services)
    const { customer_id } = await bank.customerWith('100.00')
    const deposit = await depositOf(customer_id)
    const hold = placeHoldVerb.propose(t.services, maker, {
      ...{ customer: customer_id, reason: 'disputed_deposit', amount: 30_000_000n },
      ...{ evidence: 'The bank asks for it back', deposit_id: deposit.deposit_id },
    })
    await bank.approved(hold)
    expect(await bank.available(customer_id)).toBe('70.00')
    const bank_line = bank.line('-90.00', `RECALL ${deposit.bank_reference}`)
    expect(await bank.book(bank_line)).toMatchObject({ unassigned: 1 })
    const line_id = await bank.lineId(bank_line.bank_reference)
    const { deposit_id } = deposit
    const recall = () =>
      recallDepositVerb.propose(t.services, maker, {
        line_id,
        deposit_id,
        reason: 'Recalled by the payer’s bank',
      })
    expect(await bank.approved(recall())).toEqual({
      ...{ risk_hold: '30.00', available: '60.00', reserve: '0.00', shortfall: '0.00' },
    })
    expect(await readProperty(t.services, customer_id, 'en')).toMatchObject({
      available_balance: '10.00',
      on_hold: '0.00',
      holds: [],
    })
    expect(await reasonOf(recall())).toBe('state_conflict')
    // 10.00 of it are left: neither the verb nor SQL can take back more.
    const again = bank.line('-10.01', deposit.bank_reference)
    await bank.book(again)
    const again_id = await bank.lineId(again.bank_reference)
    expect(
      await reasonOf(
        recallDepositVerb.propose(t.services, maker, { line_id: again_id, deposit_id, reason: 'More of it' }),
      ),
    ).toBe('state_conflict')
    expect(await bank.differences()).toEqual([])
  })

  test('a hold that is larger than the recall gives the rest back', async () => {
    const { customer_id } = await bank.customerWith('50.00')
    const { deposit_id } = await depositOf(customer_id)
    await bank.agreed(placeHoldVerb, {
      ...{ customer: customer_id, reason: 'disputed_deposit', amount: 50_000_000n },
      ...{ evidence: 'The bank asks for it back', deposit_id },
    })
    const bank_line = bank.line('-20.00', 'Rückruf')
    await bank.book(bank_line)
    const line_id = await bank.lineId(bank_line.bank_reference)
    await bank.agreed(recallDepositVerb, { line_id, deposit_id, reason: 'Recalled in part' })
    expect(await readProperty(t.services, customer_id, 'en')).toMatchObject({
      available_balance: '30.00',
      on_hold: '0.00',
    })
    expect(await bank.differences()).toEqual([])
  })

  test('a line that shows nothing of the deposit is none', async () => {
    const { maker } = await buildStaff(t.services)
    const { customer_id } = await bank.customerWith('50.00')
    const { deposit_id } = await depositOf(customer_id)
    const other = bank.line('-50.00', 'rent', { account: 'GB33BUKB20201555555555' })
    await bank.book(other)
    const line_id = await bank.lineId(other.bank_reference)
    expect(
      await reasonOf(
        recallDepositVerb.propose(t.services, maker, { line_id, deposit_id, reason: 'Not really' }),
      ),
    ).toBe('deposit_match_refused')
  })

  // Last, because payments are stopped from here on (PRODUCT §2.11).
  test('what neither customer nor reserve has is a shortfall', async () => {
    const { customer_id } = await bank.customerWith('80.00')
    const deposit = await depositOf(customer_id)
    await bank.agreed(placeHoldVerb, {
      ...{ customer: customer_id, reason: 'account_theft', amount: 75_000_000n },
      ...{ evidence: 'Reported in chat', report: 'chat 1' },
    })
    const bank_line = bank.line('-80.00', deposit.bank_reference)
    await bank.book(bank_line)
    const line_id = await bank.lineId(bank_line.bank_reference)
    const { deposit_id } = deposit
    expect(await bank.agreed(recallDepositVerb, { line_id, deposit_id, reason: 'All of it' })).toEqual({
      risk_hold: '0.00',
      available: '5.00',
      reserve: '0.00',
      shortfall: '75.00',
    })
    expect(await bank.held({ code: 'shortfall', owner_id: PLATFORM_ID })).toBe(75_000_000n)
    expect(await reasonOf(depositAccountFor(t.services, customer_id))).toBe('payments_stopped')
    expect(await bank.differences()).toEqual([])
  })
})
