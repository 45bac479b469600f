import { formatAmount } from '@adtally/money/money.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { inventCause } from '../../../testing/invented-causes.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildAdvertiser, buildProduct } from '../../../testing/worlds/build-marketplace.ts'
import { PartiesWorld, signed } from '../../../testing/worlds/parties-world.ts'
import { type Account, PLATFORM_ID, postTransfers } from '../../ledger/index.ts'
import { placePlan } from '../../plans/index.ts'
import { bankAccount, depositAccountFor } from '../index.ts'
import { bankDesk, bindAccount } from '../testing/bank-desk.ts'
import { readProperty } from './property.ts'

const UNIT = 1_000_000n
const DAY_MS = 86_400_000

const t = await testProgram()
afterAll(() => t.close())
const world = await PartiesWorld.make(t)
const { customer_id } = await buildCustomer(t.services)
const { reference } = await depositAccountFor(t.services, customer_id)
await world.bank({ amount: '400.00', remittance: reference })
const { advertiser_id } = await buildAdvertiser(t.services)
const [shown] = Object.values(await world.office.run('escrow-show', { advertiser_id }))
const [line] = await world.bank({ amount: '500.00', name: Object(shown).account_name })
await world.office.decide('match-escrow', { line_id: line, advertiser_id })
const { product_id } = await buildProduct(t.services, { advertiser_id })
await world.ownMoney('10.00')
await world.account('platform')
await t.drain()

const deposit = () => reasonOf(depositAccountFor(t.services, customer_id))
const plan = () =>
  reasonOf(
    placePlan(t.services, customer_id, {
      request_id: newId(),
      product_id,
      parts: { cash_micros: 10n * UNIT, discount_micros: 0n, startup_micros: 0n },
    }),
  )
const payout = () => reasonOf(world.office.run('pay-own-money', { amount: '1.00', reason: 'Earned' }))
const published = async () => (await t.server.inject({ url: '/transparency/money-owed' })).json()
const announced = async () => {
  await t.drain()
  const rows = await t.db.asOwner<{ title: string }>(
    "select texts -> 'de' ->> 'title' as title from content.announcements order by announcement_id",
  )
  return rows.map(({ title }) => title)
}
/** Brings the bank's balance to this amount with one line. */
async function bankHas(micros: bigint): Promise<void> {
  const amount = micros - world.closing_micros
  await world.bank({ amount: signed(amount), remittance: 'said by nobody' })
}

test('PRODUCT §2.11: at the very amount owed nothing stops; one micro-unit below, deposits, plans and payouts do, publicly', async () => {
  const owed = 400n * UNIT
  const all = world.closing_micros
  await bankHas(owed)
  expect([await deposit(), await plan(), await payout()]).toEqual(['ok', 'ok', 'ok'])
  expect(await published()).toMatchObject({ stopped: false, bank: '400.00', owed: '400.00', changes: [] })
  await bankHas(owed - 1n)
  const stop = 'payments_stopped'
  const told = async () => (await readProperty(t.services, customer_id, 'en')).payments_stopped
  expect(await told()).toBe(true)
  expect([await deposit(), await plan(), await payout()]).toEqual([stop, stop, stop])
  expect(await published()).toMatchObject({ stopped: true, bank: '399.999999', owed: '400.00' })
  expect(await announced()).toEqual(['Einzahlungen und neue Pläne sind angehalten'])
  expect(await withdrawal()).toBe('ok')
  await bankHas(all)
  expect([await deposit(), await plan(), await payout()]).toEqual(['ok', 'ok', 'ok'])
  expect(await told()).toBe(false)
  const { stopped, changes } = await published()
  expect([stopped, changes.map((change: { stopped: boolean }) => change.stopped)]).toEqual([
    false,
    [false, true],
  ])
  expect(await announced()).toHaveLength(2)
  const log = await t.db.asOwner<{ action: string }>(
    "select action from audit.entries where action like 'payments.%' order by sequence",
  )
  expect(log.map(({ action }) => action)).toEqual(['payments.stopped', 'payments.resumed'])
})

/** Requests a withdrawal, which is always possible. */
async function withdrawal(): Promise<string> {
  const { beneficiary_id } = await bindAccount(t.services, customer_id)
  await t.advance(2 * DAY_MS)
  return await reasonOf(bankDesk(t).ask({ customer_id, beneficiary_id }, 20n * UNIT))
}

/** The bank takes so much back, at the cost of this account. */
async function recalled(debit: Account, amount_micros: bigint): Promise<void> {
  const credit = bankAccount('main')
  await world.system(async (tx) => {
    const cause = await inventCause(tx, 'bank_line')
    const moved = { posting: 'deposit_recalled', debit, credit, amount_micros, cause } as const
    await postTransfers(tx, [{ id: newId(), kind: 'posted', ...moved }])
  })
}

test('what is booked after a statement counts as soon as it is judged again, and money on its way out stays owed', async () => {
  const owed = 400n * UNIT
  await bankHas(owed + 1n * UNIT)
  const [number] = await world.sent('pay-own-money', { amount: '1.00', reason: 'Earned' })
  expect(await world.office.run('judge-money-owed')).toMatchObject({
    stopped: false,
    owed: formatAmount(owed + UNIT),
  })
  await world.office.decide('return-payout', { number, reason: 'The bank refused it' })
  await bankHas(owed - 5n * UNIT)
  expect(await deposit()).toBe('payments_stopped')
  // Money is returned from the customer's failed plan to the wallet: what is owed stays the same …
  expect(await world.office.run('judge-money-owed')).toMatchObject({ stopped: true })
  // … but what is written off a customer's account, such as a recalled deposit, lets payments go on at once.
  await recalled({ code: 'customer_available', owner_id: customer_id }, 5n * UNIT)
  expect(await deposit()).toBe('payments_stopped')
  expect(await world.office.run('judge-money-owed')).toMatchObject({ stopped: false })
  expect(await deposit()).toBe('ok')
})

test('PRODUCT §3: a shortfall stops payments by itself, until reserve or own money covers it [proof 48]', async () => {
  await bankHas(900n * UNIT)
  await recalled({ code: 'shortfall', owner_id: PLATFORM_ID }, 2n * UNIT)
  expect(await deposit()).toBe('payments_stopped')
  expect(await world.office.run('judge-money-owed')).toMatchObject({ stopped: true })
  const cover = (amount: string) =>
    world.office.decide('move-platform-money', { amount, move: 'own-shortfall' })
  await cover('1.999999')
  expect(await deposit()).toBe('payments_stopped')
  expect(await reasonOf(cover('0.000002'))).toBe('state_conflict')
  await cover('0.000001')
  expect(await deposit()).toBe('ok')
  expect(await world.office.run('judge-money-owed')).toMatchObject({ stopped: false })
  expect((await published()).changes[0]).toMatchObject({ stopped: false })
})
