import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { camt053Statement } from '../../../demo/sandbox-bank/camt053-file.ts'
import { plant } from '../../../testing/plant.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { BankFault } from '../../bank/index.ts'
import { BankWorld } from '../testing/bank-world.ts'
import { bringStatement } from '../testing/bring-statement.ts'
import { fetchStatements } from './fetch-statements.ts'
import { bringFile } from './import-statement.ts'

const DAY_MS = 86_400_000
const UNIT = 1_000_000n

let world: BankWorld

beforeEach(async () => {
  world = await BankWorld.open()
})
afterEach(() => world.close())

async function listed(): Promise<Record<string, unknown>[]> {
  return await (await world.office()).list('list-fetched-statements')
}

async function booked(): Promise<Record<string, unknown>[]> {
  return await (await world.office()).list('list-statements')
}

function newestStatement(): string {
  return world.bank.books.statements.at(-1)?.statement_id ?? ''
}

test('a payment at the bank is fetched and credited, and its statement says that it was fetched [proof 430]', async () => {
  const { customer_id, reference } = await world.customer()
  world.pay(40n * UNIT, reference)
  expect(await world.available(customer_id)).toBe('0.00')
  await world.fetch()
  expect(await world.available(customer_id)).toBe('40.00')
  expect((await booked())[0]).toMatchObject({
    ...{ external_id: newestStatement(), origin: 'fetched', brought_by: null, confirmed_by: null },
    closing_balance: '5040.00',
  })
  expect((await listed())[0]).toMatchObject({ external_id: newestStatement(), state: 'booked' })
  expect(await world.differences()).toEqual([])
})

test('what the bank sent is kept byte by byte, under a digest that fits nothing else', async () => {
  const { reference } = await world.customer()
  world.pay(40n * UNIT, reference)
  await world.fetch()
  const { asOwner } = world.t.db
  const kept = await world.system((tx) =>
    tx.selectFrom('wallet.fetched_statements').select(['external_id', 'file']).orderBy('sequence').execute(),
  )
  const sent = world.bank.books.statements.map(({ statement_id, file }) => [statement_id, file])
  expect(kept.map(({ external_id, file }) => [external_id, file.toString()])).toEqual(sent)
  const changed = "update wallet.fetched_statements set file = file || '\\x00'"
  await expect(asOwner(changed)).rejects.toThrow()
  const other = asOwner(`do $$ begin
    perform set_config('adtally.scope', 'system', true);
    insert into wallet.fetched_statements (fetched_id, rail, external_id, file, file_hash, fetched_at, found_as, blamed)
    values (uuidv7(), 'main', 'S', 'one', sha256('other'), platform.now(), 'malformed', 'file');
  end $$`)
  await expect(other).rejects.toThrow(/check constraint/)
})

test('what the bank returns goes back to its customer; what it paid confirms the withdrawal, each by its own statement [proof 431]', async () => {
  const customer = await world.withdrawer(100n * UNIT)
  const { withdrawal_id, number, payout_file_id } = await world.ordered(customer, 30n * UNIT)
  await world.t.drain()
  expect(await world.statusOf(withdrawal_id)).toBe('confirmed')
  const office = await world.office()
  expect(await office.run('show-payout-file', { payout_file_id })).toMatchObject({
    ...{ ended_as: 'handed_over', handed_over_by: null, rejected_reason: null },
    takings: [{ taken_by: null }],
  })
  const paid = world.bank.paymentOf(number)
  expect(paid).toMatchObject({ amount: 30n * UNIT, to: { account_number: 'DE89370400440532013000' } })
  expect(await world.available(customer.customer_id)).toBe('70.00')
  expect(await world.differences()).toEqual([])

  expect(world.bank.returnPayment(paid?.payment_id ?? '', 'AC04')).toBe(true)
  await world.fetch()
  expect(await world.statusOf(withdrawal_id)).toBe('bounced')
  expect(await world.available(customer.customer_id)).toBe('100.00')
  expect(await world.differences()).toEqual([])
})

test('a deposit that its payer takes back waits, marked as a return, for two people [proof 432]', async () => {
  const { customer_id, reference } = await world.customer()
  const payment_id = world.pay(40n * UNIT, reference)
  await world.fetch()
  world.bank.returnPayment(payment_id, 'MD06')
  await world.fetch()
  const [line] = await (await world.office()).list('list-bank-lines')
  expect(line).toMatchObject({ amount: '-40.00', is_return: true })
  expect(await world.available(customer_id)).toBe('40.00')
})

test('a statement that the bank holds back for a day is waited for: what comes after it books nothing before it [proof 433]', async () => {
  const { customer_id, reference } = await world.customer()
  world.bank.withholdNext(DAY_MS)
  world.pay(10n * UNIT, reference)
  world.pay(20n * UNIT, reference)
  await world.fetch()
  expect(await world.available(customer_id)).toBe('0.00')
  expect(await listed()).toMatchObject([{ state: 'waits' }, { state: 'booked' }])
  expect(await world.differences()).toEqual([])
  await world.t.advance(DAY_MS)
  await world.fetch()
  expect(await world.available(customer_id)).toBe('30.00')
  expect((await listed()).map(({ state }) => state)).toEqual(['booked', 'booked', 'booked'])
  expect(await world.differences()).toEqual([])
})

test('a statement that the bank sends twice is one [proof 434]', async () => {
  const { customer_id, reference } = await world.customer()
  world.pay(10n * UNIT, reference)
  await world.fetch()
  const before = await booked()
  expect(world.bank.offerAgain(newestStatement())).toBe(true)
  await world.fetch()
  expect(await world.available(customer_id)).toBe('10.00')
  expect(await booked()).toEqual(before)
  expect(await listed()).toHaveLength(before.length)
  expect(await world.differences()).toEqual([])
})

test('a booked statement that the bank sends again with other bytes is a difference that staff see, and books nothing [proof 435]', async () => {
  const { customer_id, reference } = await world.customer()
  world.pay(10n * UNIT, reference)
  await world.fetch()
  const before = await booked()
  expect(world.bank.offerChanged(newestStatement())).toBe(true)
  await world.fetch()
  expect(await world.available(customer_id)).toBe('10.00')
  expect(await booked()).toEqual(before)
  expect((await listed())[0]).toMatchObject({
    ...{ external_id: newestStatement(), state: 'differs' },
    differences: [{ fetched: '11.00', booked: '10.00' }],
  })
  expect(await world.differences()).toEqual([])
  // The bank continues as before.
  world.pay(5n * UNIT, reference)
  await world.fetch()
  expect(await world.available(customer_id)).toBe('15.00')
})

test('of a statement that waits and that the bank changes meanwhile, neither is booked until two people say which [proof 436]', async () => {
  const { customer_id, reference } = await world.customer()
  world.bank.withholdNext(DAY_MS)
  world.pay(10n * UNIT, reference)
  world.pay(20n * UNIT, reference)
  await world.fetch()
  expect(world.bank.offerChanged(newestStatement())).toBe(true)
  await world.t.advance(DAY_MS)
  await world.fetch()
  expect(await world.available(customer_id)).toBe('10.00')
  expect((await listed()).map(({ state }) => state)).toEqual(['booked', 'differs', 'waits', 'booked'])
  const file = world.bank.books.statements.at(-1)?.file ?? ''
  await bringStatement(world.services, { format: 'camt053', file })
  await world.fetch()
  expect(await world.available(customer_id)).toBe('30.00')
  expect(await world.differences()).toEqual([])
})

test('a statement that does not bear the bank’s signature is not read, said, and asked for again [proof 437]', async () => {
  const { customer_id, reference } = await world.customer()
  world.pay(10n * UNIT, reference)
  const signing = vi.spyOn(world.bank, 'signatureOf').mockReturnValue(Buffer.alloc(64).toString('base64'))
  await world.fetch()
  expect(await world.available(customer_id)).toBe('0.00')
  const feed = async () => Object((await (await world.office()).run('show-bank-feed')).feeds)[0]
  expect(await feed()).toMatchObject({ failure: 'A statement does not bear the bank’s signature' })
  expect(await listed()).toHaveLength(1)
  signing.mockRestore()
  await world.fetch()
  expect(await world.available(customer_id)).toBe('10.00')
  expect(await feed()).toMatchObject({ failing_since: null, failure: null })
})

test('a bank that is down for long is said to be, since when, and nothing of what happened there is lost [proof 438]', async () => {
  const { customer_id, reference } = await world.customer()
  const customer = await world.withdrawer(50n * UNIT)
  await world.goDown()
  world.pay(10n * UNIT, reference)
  const { withdrawal_id } = await world.ordered(customer, 20n * UNIT)
  await expect(world.t.drain()).rejects.toThrow(BankFault)
  const feed = async () => Object((await (await world.office()).run('show-bank-feed')).feeds)[0]
  await world.fetch()
  const since = (await feed()).failing_since
  expect(since).toBeInstanceOf(Date)
  await world.t.advance(3 * DAY_MS).catch(() => {})
  await world.fetch()
  expect((await feed()).failing_since).toEqual(since)
  expect(await world.statusOf(withdrawal_id)).toBe('approved')
  expect(await world.differences()).toEqual([])
  await world.comeBack()
  await world.t.advance(DAY_MS)
  await world.fetch()
  expect(await world.available(customer_id)).toBe('10.00')
  expect(await world.statusOf(withdrawal_id)).toBe('confirmed')
  expect(await feed()).toMatchObject({ failing_since: null })
  expect(await world.differences()).toEqual([])
})

test.each(['the connector first', 'two people first', 'one of two people first'])(
  'a statement that comes by people and by the connector, %s, is booked once [proof 439]',
  async (order) => {
    const { customer_id, reference } = await world.customer()
    world.pay(10n * UNIT, reference)
    const file = world.bank.books.statements.at(-1)?.file ?? ''
    const brought = { format: 'camt053', file } as const
    if (order === 'the connector first') {
      await world.fetch()
      await expect(bringStatement(world.services, brought)).rejects.toThrow('statement_duplicate')
    } else if (order === 'two people first') {
      await bringStatement(world.services, brought)
      await world.fetch()
    } else {
      const office = await world.office()
      const { maker } = await buildStaff(world.services)
      await bringFile(world.services, maker, { rail: 'main', ...brought })
      await world.fetch()
      expect(await office.list('list-brought-statements')).toEqual([])
    }
    expect(await world.available(customer_id)).toBe('10.00')
    expect(await booked()).toHaveLength(2)
    expect(await world.differences()).toEqual([])
  },
)

test('two workers that fetch at once book a statement once [proof 440]', async () => {
  const { customer_id, reference } = await world.customer()
  world.pay(10n * UNIT, reference)
  const once = () =>
    world.worker.database.transaction({ kind: 'system' }, (tx) => fetchStatements(world.worker, tx))
  await Promise.all([once(), once(), once()])
  expect(await world.available(customer_id)).toBe('10.00')
  expect(await booked()).toHaveLength(2)
  expect(await world.differences()).toEqual([])
})

test('a file that names another account, or can’t be read, books nothing and says what is to blame [proof 441]', async () => {
  const { customer_id, reference } = await world.customer()
  const movement = {
    ...{ reference: 'X1', at: '2026-11-20T10:00:00Z', amount_micros: 10n * UNIT, remittance: reference },
    ...{
      other: { name: 'Someone', account_number: 'DE1' },
      end_to_end_id: null,
      payment_id: 'p',
      reason: null,
      original_reference: null,
    },
  }
  const statementOf = (account_number: string) =>
    camt053Statement({
      ...{ statement_id: 'S1', at: '2026-11-20T10:00:00Z', currency: 'USD', opening_micros: 5_000n * UNIT },
      ...{ holder: { name: 'Adtally sandbox', account_number }, movements: [movement] },
    })
  const offered = world.bank.books.offers
  offered.push({ statement_id: 'S1', file: statementOf('OTHER-1') })
  offered.push({ statement_id: 'S1', file: 'no xml' })
  offered.push({ statement_id: 'S2', file: statementOf('SANDBOX-0001') })
  await world.fetch()
  expect((await listed()).slice(0, 3)).toMatchObject([
    { state: 'malformed', blamed: 'Stmt.Id' },
    { state: 'malformed', blamed: 'Document' },
    { state: 'malformed', blamed: 'account' },
  ])
  expect(await world.available(customer_id)).toBe('0.00')
  offered.push({ statement_id: 'S1', file: statementOf('SANDBOX-0001') })
  await world.fetch()
  expect(await world.available(customer_id)).toBe('10.00')
})

test('without the chain, what follows a statement that is held back would be booked before it', async () => {
  await plant(world.t.db.asOwner, [
    {
      routine: 'wallet.book_fetched_statement',
      from: 'or one.opening_balance_micros + known.amount_micros <> wallet.last_closing_balance(of_rail)',
      to: '',
    },
  ])
  const { customer_id, reference } = await world.customer()
  world.bank.withholdNext(DAY_MS)
  world.pay(10n * UNIT, reference)
  world.pay(20n * UNIT, reference)
  await world.fetch()
  expect(await world.available(customer_id)).toBe('20.00')
})
