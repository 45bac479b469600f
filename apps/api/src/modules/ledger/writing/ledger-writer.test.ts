import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { anyCause } from '../../../testing/any-cause.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { type TestDatabase, testDatabase } from '../../../testing/servers/test-database.ts'
import {
  balances,
  createLedgerWriter,
  LedgerBusy,
  LedgerFault,
  type LedgerWriter,
  type MoneyAction,
  type MoneyActionKind,
} from '../index.ts'
import { type FundedCustomer, fundedCustomer, posted } from '../testing/funded-customer.ts'
import { transfer } from '../testing/transfer.ts'
import { postTransfers } from './post-transfers.ts'

let db: TestDatabase
let writer: LedgerWriter

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
  await db.asOwner('create table public.placed (number integer primary key)')
  await db.asOwner('grant usage on schema public to adtally_program')
  await db.asOwner('grant select, insert on public.placed to adtally_program')
  writer = createLedgerWriter(db.database)
})
afterAll(async () => {
  await writer?.close()
  await db?.close()
})

interface Place {
  number: number
}

const place: MoneyActionKind<Place, Place> = {
  name: 'test.place',
  async check(_tx, payloads) {
    return payloads.map(({ number }) => (number === 13 ? new Refusal('product_not_open') : null))
  },
  async record(tx, payloads) {
    for (const { number } of payloads) await insertPlaced(tx, number)
  },
  outcomeOf: ({ number }) => ({ number }),
}

async function insertPlaced(tx: Parameters<(typeof place)['record']>[0], number: number): Promise<void> {
  const { sql } = await import('kysely')
  await sql`insert into public.placed (number) values (${number})`.execute(tx)
}

let last = 1_000
function placing(
  customer: FundedCustomer,
  change: Partial<MoneyAction<Place, Place>> = {},
): MoneyAction<Place, Place> {
  last += 1
  return {
    kind: place,
    owner_id: customer.customer_id,
    request_id: newId(),
    request_content: 'place 10',
    transfers: [
      { ...posted(customer.available, customer.plan_cash, 10n), reason_if_short: 'insufficient_balance' },
    ],
    payload: { number: last },
    ...change,
  }
}

async function balanceOf(customer: FundedCustomer): Promise<bigint[]> {
  const found = await db.database.transaction({ kind: 'system' }, (tx) =>
    balances(tx, [customer.available, customer.plan_cash]),
  )
  return found
}

const reasonIn = (error: unknown) => (error instanceof Refusal ? error.reason : String(error))

test('what is refused opens no account; what was accepted beside it opens its own', async () => {
  const [customer, poor] = await Promise.all([fundedCustomer(writer, 1_000n), fundedCustomer(writer, 5n)])
  const toNewPlan = (of: FundedCustomer) => ({
    ...posted(of.available, { ...of.plan_cash, subject_id: newId() }, 10n),
    reason_if_short: 'insufficient_balance' as const,
  })
  const transfers = [toNewPlan(customer), toNewPlan(poor), toNewPlan(customer), toNewPlan(poor)]
  const [accepted, short, , alone] = transfers
  if (!accepted || !short || !alone) throw new TypeError('four are made')
  const settled = await Promise.allSettled([
    writer.submit(placing(customer, { transfers: [accepted] })),
    writer.submit(placing(poor, { transfers: [short] })),
    // Refused by its kind, before it is posted.
    writer.submit(placing(customer, { transfers: transfers.slice(2, 3), payload: { number: 13 } })),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await reasonOf(transfer(writer, [alone]))).toBe('insufficient_balance')
  const opened = await db.asOwner<{ subject_id: string }>(
    'select subject_id from ledger.accounts where subject_id = any ($1::uuid[])',
    [transfers.map(({ credit }) => credit.subject_id)],
  )
  expect(opened).toEqual([{ subject_id: accepted.credit.subject_id }])
  const claimed = await db.asOwner<{ plan_id: string }>(
    'select plan_id from ledger.plan_customers where plan_id = any ($1::uuid[])',
    [transfers.map(({ credit }) => credit.subject_id)],
  )
  expect(claimed).toEqual([{ plan_id: accepted.credit.subject_id }])
  expect(await db.asOwner('select from ledger.openings')).toEqual([])
})

test('an act commits its rows and its transfers together', async () => {
  const customer = await fundedCustomer(writer, 25n)
  expect(await writer.submit(placing(customer, { payload: { number: 1 } }))).toEqual({ number: 1 })
  expect(await balanceOf(customer)).toEqual([15n, 10n])
  expect(await db.asOwner('select from public.placed where number = 1')).toHaveLength(1)
})

test('what balances have no part in is looked at before the accounts are locked, the rest once they are', async () => {
  const { sql } = await import('kysely')
  await db.asOwner('create sequence public.looks')
  await db.asOwner('create sequence public.looks_locked')
  await db.asOwner('grant usage on all sequences in schema public to adtally_program')
  const is_called = async (name: string) =>
    (await db.asOwner<{ is_called: boolean }>(`select is_called from public.${name}`))[0]?.is_called
  const looking: MoneyActionKind<Place, Place> = {
    ...place,
    look: async (tx) => void (await sql`select nextval('public.looks')`.execute(tx)),
    lookLocked: async (tx) => void (await sql`select nextval('public.looks_locked')`.execute(tx)),
  }
  const customer = await fundedCustomer(writer, 10n)
  const placed = await db.database.transaction({ kind: 'system' }, async (tx) => {
    await postTransfers(tx, [posted(customer.bank, customer.suspense, 1n)])
    await postTransfers(tx, [posted(customer.suspense, customer.available, 1n)])
    const done = writer.submit(placing(customer, { kind: looking }))
    await expect.poll(() => is_called('looks')).toBe(true)
    expect(await is_called('looks_locked')).toBe(false)
    return { done }
  })
  await placed.done
  expect(await is_called('looks_locked')).toBe(true)
})

test('many acts at once: each has its own result, and none harms another', async () => {
  const customer = await fundedCustomer(writer, 35n)
  const bad_row = placing(customer, { payload: { number: 1 } })
  const acts = [
    placing(customer),
    placing(customer, { payload: { number: 13 } }),
    bad_row,
    placing(customer),
    placing(customer),
    placing(customer, { transfers: [posted(customer.plan_cash, customer.plan_cash, 1n)] }),
    placing(customer),
  ]
  const results = await Promise.allSettled(acts.map((act) => writer.submit(act)))
  expect(results.map((result) => (result.status === 'fulfilled' ? 'done' : reasonIn(result.reason)))).toEqual(
    [
      'done',
      'product_not_open',
      expect.stringContaining('duplicate key'),
      'done',
      'done',
      expect.stringContaining('accounts_equal'),
      'insufficient_balance',
    ],
  )
  expect(results[5]?.status === 'rejected' && results[5].reason).toBeInstanceOf(LedgerFault)
  expect(await balanceOf(customer)).toEqual([5n, 30n])
})

test('20 equal requests at once have one effect and one answer; other content is refused', async () => {
  const customer = await fundedCustomer(writer, 100n)
  const first = placing(customer)
  const equal = Array.from({ length: 20 }, () => ({ ...first, transfers: placing(customer).transfers }))
  const other = { ...placing(customer), request_id: first.request_id, request_content: 'place 11' }
  const results = await Promise.allSettled([...equal, other].map((act) => writer.submit(act)))
  const answers = results.slice(0, 20).map((result) => result.status === 'fulfilled' && result.value)
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify(first.payload)]),
  )
  expect(results[20]?.status === 'rejected' && reasonIn(results[20].reason)).toBe('request_id_reused')
  expect(
    await writer.submit(placing(customer, { ...first, transfers: placing(customer).transfers })),
  ).toEqual(first.payload)
  expect(await balanceOf(customer)).toEqual([90n, 10n])
})

test('equal requests through two writers at once have one effect', async () => {
  const customer = await fundedCustomer(writer, 100n)
  const other_writer = createLedgerWriter(db.database)
  for (let round = 0; round < 20; round += 1) {
    const first = placing(customer, { transfers: [posted(customer.available, customer.plan_cash, 1n)] })
    const again = { ...first, transfers: [posted(customer.available, customer.plan_cash, 1n)] }
    expect(await Promise.all([writer.submit(first), other_writer.submit(again)])).toEqual([
      first.payload,
      first.payload,
    ])
  }
  await other_writer.close()
  expect(await balanceOf(customer)).toEqual([80n, 20n])
})

test('a refused request may be tried again under the same id', async () => {
  const customer = await fundedCustomer(writer, 5n)
  const act = placing(customer)
  await expect(writer.submit(act)).rejects.toMatchObject({ reason: 'insufficient_balance' })
  expect(await db.asOwner('select from ledger.requests where request_id = $1', [act.request_id])).toEqual([])
  await transfer(writer, [
    posted(customer.bank, customer.suspense, 5n),
    posted(customer.suspense, customer.available, 5n),
  ])
  expect(await writer.submit(act)).toEqual(act.payload)
})

test('a transfer once taken is no new act', async () => {
  const customer = await fundedCustomer(writer, 50n)
  const act = placing(customer)
  await transfer(writer, act.transfers)
  await expect(writer.submit(act)).rejects.toThrow('exists_with_other_content')
  expect(await balanceOf(customer)).toEqual([40n, 10n])
})

test('what is too much is refused at once, and a closed writer takes nothing', async () => {
  const customer = await fundedCustomer(writer, 50n)
  const small = createLedgerWriter(db.database, { batch_max: 2, queue_max: 4 })
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => transfer(small, [posted(customer.available, customer.plan_cash, 1n)])),
  )
  const busy = results.filter((result) => result.status === 'rejected' && result.reason instanceof LedgerBusy)
  expect(busy.length).toBeGreaterThanOrEqual(4)
  expect(await balanceOf(customer)).toEqual([40n + BigInt(busy.length), 10n - BigInt(busy.length)])
  await small.close()
  await expect(transfer(small, [])).rejects.toBeInstanceOf(LedgerBusy)
})

test('a writer whose accounts are gone from a restored database describes them again', async () => {
  const customer = await fundedCustomer(writer, 50n)
  const move = () => transfer(writer, [posted(customer.available, customer.plan_cash, 1n)])
  expect(await move()).toEqual(['ok'])
  await db.asOwner('alter table ledger.accounts disable trigger accounts_stay')
  await db.asOwner('delete from ledger.accounts where owner_id = $1', [customer.customer_id])
  await db.asOwner('alter table ledger.accounts enable trigger accounts_stay')
  expect(await move()).toEqual(['insufficient_funds'])
})
