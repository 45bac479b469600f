import { acceptorDetail, acceptorOrderList } from '@adtally/contract/money/exchange.ts'
import { property } from '@adtally/contract/money/wallet.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { DAY_MS } from '../lib/time-zones.ts'
import { verifyLedger } from '../modules/ledger/index.ts'
import { ActingWorld } from '../testing/worlds/acting-world.ts'
import { CUSTOMERS } from './seed/catalogue.ts'
import { depositPayment } from './seed/seed-customers.ts'
import { acceptorWithBond, issueCode } from './seed/seed-exchange.ts'

const world = await ActingWorld.open()
const { t, office, kim } = world
afterEach(() => world.stopActing())
afterAll(() => world.close())

/** Presses “Return it” on the bank's page. */
async function takeBack(payment_id: string): Promise<void> {
  const origin = t.services.settings.bank?.url ?? ''
  const body = new URLSearchParams({ act: 'return', payment_id, reason: 'MD06' })
  await fetch(`${origin}/payments`, { method: 'POST', body, headers: { origin }, redirect: 'manual' })
  await world.stage.target.receive([])
}
const takenBack = async () => (await office.list('list-bank-lines', { kind: 'paid_out' })).length

test('what the bank takes back of a deposit is booked, and what its customer asks for waits until then [proof 571]', async () => {
  await world.act('by_hand')
  // Small enough for the customer to cover; above that the platform pays and payments stop (PRODUCT §2.11).
  const payment = await depositPayment(kim, { ...CUSTOMERS[1], deposit: '60.00' })
  await world.stage.target.receive([{ ...payment, bank_reference: 'MORE-1' }])
  await t.drain()
  const number = await world.askFor('17.00')
  const { available_balance } = await kim.call(property, {})
  await takeBack('DEMO-DEPOSIT-kim')
  await world.until(takenBack, 1)
  await office.run('demo-office', { acts: 'by_itself' })
  await world.until(takenBack, 0)
  await world.until(() => world.statusOf(number), 'confirmed')
  const deposits = await office.list('list-deposits', { customer: 'kim' })
  expect(deposits.filter(({ recalled }) => recalled !== '0.00')).toMatchObject([{ recalled: '350.00' }])
  const left = (await kim.call(property, {})).available_balance
  expect(Number(available_balance) - Number(left)).toBe(350)
  const said = await t.db.asOwner(
    `select recalled.sequence > approved.sequence as in_vain from audit.entries recalled, audit.entries approved
     where recalled.action = 'deposit.recall' and approved.action = 'withdrawal.approve' and approved.subject_id = $1`,
    [await world.idOf(number)],
  )
  expect(said).toEqual([{ in_vain: false }])
  await t.system(async (tx) => {
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
})

test('who had a deposit recalled above their wallet is paid by people alone [proof 607]', async () => {
  await world.act('by_hand')
  const pay = async (bank_reference: string, deposit: string) => {
    const payment = await depositPayment(kim, { ...CUSTOMERS[1], deposit })
    await world.stage.target.receive([{ ...payment, bank_reference }])
    await t.drain()
  }
  await pay('SPENT-1', '90.00')
  const { available_balance } = await kim.call(property, {})
  const number = await world.askFor('18.00')
  const approved = await world.askFor('19.00')
  await office.decide('approve-withdrawal', { number: approved })
  // Leaves 5.00 of it in the account when the bank takes 90.00 back.
  await world.askFor((Number(available_balance) - 18 - 19 - 5).toFixed(2))
  await takeBack('SPENT-1')
  await world.until(takenBack, 1)
  await office.run('demo-office', { acts: 'by_itself' })
  await world.until(takenBack, 0)
  await world.looksAgain(60)
  const beyond = async () =>
    (await office.list('list-withdrawals')).map(({ status, recalled_beyond_wallet }) => [
      status,
      recalled_beyond_wallet,
    ])
  expect((await beyond()).toSorted()).toEqual([
    ['approved', '85.00'],
    ['requested', '85.00'],
    ['requested', '85.00'],
  ])
  await office.run('demo-office', { acts: 'by_hand' })
  await office.decide('approve-withdrawal', { number })
  expect(await world.statusOf(number)).toBe('approved')
})

test('what the bank takes back that was no deposit stays for people, and is asked for ever more rarely', async () => {
  await world.act()
  await takeBack('DEMO-ESCROW-3')
  await world.until(takenBack, 1)
  await world.looksAgain(60)
  const searches = await t.db.asOwner("select from audit.entries where action = 'search.made'")
  expect(searches.length).toBeLessThan(4)
  expect(await takenBack()).toBe(1)
})

test('where an offer that the customer had entered has lapsed, there is a new one; each day has its rate, however far the clock went [proof 574]', async () => {
  const offers = async () => (await kim.call(acceptorOrderList, {})).items.map(({ status }) => status)
  await world.act('by_hand')
  const acceptor_id = await acceptorWithBond(office)
  const code = await issueCode(office, t.services.clock, String(acceptor_id))
  await kim.call(acceptorDetail, { code: String(code) })
  await t.advance(2 * DAY_MS)
  const before = await offers()
  expect(before[0]).toBe('expired')
  const rates = () =>
    t.db.asOwner("select from acceptors.reference_rates where as_of > platform.now() - interval '1 hour'")
  expect(await rates()).toEqual([])
  await office.run('demo-office', { acts: 'by_itself' })
  await world.until(async () => (await offers())[0], 'offered')
  expect(await offers()).toHaveLength(before.length + 1)
  expect(await rates()).toHaveLength(1)
  await world.looksAgain(40)
  expect(await offers()).toHaveLength(before.length + 1)
  expect(await rates()).toHaveLength(1)
})
