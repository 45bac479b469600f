import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { schedule } from '../../../database/jobs.ts'
import { BankWorld } from '../testing/bank-world.ts'
import { bringStatement } from '../testing/bring-statement.ts'
import { bankFaultMetrics } from './bank-faults.ts'

const UNIT = 1_000_000n
const FETCH_EVERY_MS = 120_000

let world: BankWorld
beforeEach(async () => {
  world = await BankWorld.open()
})
afterEach(() => world.close())

const faults = async () => await (await world.office()).list('list-bank-faults')
const newest = () => world.bank.books.statements.at(-1)?.statement_id ?? ''
async function measured(): Promise<Record<string, number>> {
  const [gauge] = bankFaultMetrics(world.services)
  const { values = [] } = (await gauge?.get()) ?? {}
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.found_as), value]))
}

/** Presses a button on the bank's page. */
async function press(fields: Record<string, string>): Promise<void> {
  const origin = world.services.settings.bank?.url ?? ''
  const body = new URLSearchParams(fields)
  const { status } = await fetch(origin, { method: 'POST', body, headers: { origin }, redirect: 'manual' })
  expect(status).toBe(303)
}

test.each([
  ['cut_off', 'malformed', 'Document.'],
  ['other_account', 'malformed', 'account'],
  ['change', 'differs', null],
] as const)(
  'a statement that the bank sends as %s is told once in the log, stands on the list with what to do and in the metrics until a good one follows, and books nothing [proof 577]',
  async (act, found_as, blamed) => {
    const { customer_id, reference } = await world.customer()
    world.pay(10n * UNIT, reference)
    await world.fetch()
    const logged = vi.spyOn(world.services.log, 'error')
    expect([await faults(), await measured()]).toEqual([[], { malformed: 0, differs: 0 }])
    await press({ act, statement_id: newest() })
    await world.fetch()
    const listed = await faults()
    expect(listed).toMatchObject([{ external_id: newest(), found_as, what_to_do: expect.any(String) }])
    if (blamed !== null) expect(String(listed[0]?.blamed)).toContain(blamed)
    expect(await measured()).toEqual({ malformed: 0, differs: 0, [found_as]: 1 })
    expect(logged.mock.calls).toHaveLength(1)
    expect(logged.mock.calls[0]?.[0]).toMatchObject({
      list: 'list-bank-faults',
      what_to_do: listed[0]?.what_to_do,
    })
    // A second fetch and another fault: no second alarm.
    await press({ act: act === 'change' ? 'cut_off' : 'change', statement_id: newest() })
    await world.fetch()
    expect(await faults()).toHaveLength(2)
    expect(logged.mock.calls).toHaveLength(1)
    expect(await world.available(customer_id)).toBe('10.00')
    expect(await world.differences()).toEqual([])
    world.pay(5n * UNIT, reference)
    await world.fetch()
    expect([await faults(), await measured()]).toEqual([[], { malformed: 0, differs: 0 }])
    expect(await world.available(customer_id)).toBe('15.00')
    // After a good statement, the next fault raises an alarm again.
    await press({ act, statement_id: newest() })
    await world.fetch()
    expect(logged.mock.calls).toHaveLength(2)
    logged.mockRestore()
  },
)

test('a statement that could not be read is no fault any more once two people have brought it', async () => {
  const { customer_id, reference } = await world.customer()
  world.pay(10n * UNIT, reference)
  const [offer] = world.bank.books.offers.splice(-1)
  const file = offer?.file ?? ''
  world.bank.books.offers.push({ statement_id: newest(), file: file.slice(0, 900) })
  await world.fetch()
  expect(await faults()).toMatchObject([{ external_id: newest(), found_as: 'malformed' }])
  expect(await world.available(customer_id)).toBe('0.00')
  await bringStatement(world.services, { format: 'camt053', file })
  await world.t.drain()
  expect([await faults(), await world.available(customer_id)]).toEqual([[], '10.00'])
})

test('a return that somebody causes on the bank’s page is in the app within the two minutes between two looks, by itself [proof 572]', async () => {
  const customer = await world.withdrawer(100n * UNIT)
  const { withdrawal_id, number } = await world.ordered(customer, 30n * UNIT)
  await world.fetch()
  await world.fetch()
  expect(await world.statusOf(withdrawal_id)).toBe('confirmed')
  const { clock } = world.services
  const periodic = { kind: 'wallet.statement-fetch', subject_id: 'periodic', due_at: clock.now() }
  await world.system((tx) => schedule(tx, periodic))
  await world.t.drain()
  await press({ act: 'return', reason: 'AC04', payment_id: world.bank.paymentOf(number)?.payment_id ?? '' })
  expect(await world.available(customer.customer_id)).toBe('70.00')
  await world.t.advance(FETCH_EVERY_MS)
  expect(await world.statusOf(withdrawal_id)).toBe('bounced')
  expect(await world.available(customer.customer_id)).toBe('100.00')
  expect(await world.differences()).toEqual([])
})
