import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monthBounds } from '../../lib/time-zones.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { type TestDatabase, testDatabase } from '../../testing/servers/test-database.ts'
import {
  balances,
  createLedgerWriter,
  customerBalances,
  customersMoney,
  flowLine,
  flowLineEntries,
  flowLines,
  type LedgerWriter,
  lifetimeFlowSums,
  planBalances,
  transfersByCause,
  WALLET_PARTS,
} from './index.ts'
import { CAUSE, type FundedCustomer, fundedCustomer, posted } from './testing/funded-customer.ts'
import { transfer } from './testing/transfer.ts'

let db: TestDatabase
let writer: LedgerWriter
let own: FundedCustomer
let other: FundedCustomer

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
  writer = createLedgerWriter(db.database)
  own = await fundedCustomer(writer, 100n)
  other = await fundedCustomer(writer, 50n)
  await transfer(writer, [
    { ...posted(own.available, own.plan_cash, 30n), flow: flowOf('ad_serving', 'placed') },
    { ...posted(own.available, own.hold, 20n), flow: flowOf('manual_withdrawal', 'withdrawn') },
  ])
})
afterAll(async () => {
  await writer?.close()
  await db?.close()
})

function flowOf(type: 'ad_serving' | 'manual_withdrawal' | 'ad_billing', id: string) {
  return { id, type, subject_kind: 'plan', subject_id: 'subject' }
}

const asOwn = <T>(work: Parameters<typeof db.database.transaction<T>>[1]) =>
  db.database.transaction({ kind: 'customer', customer_id: own.customer_id }, work)
const asSystem = <T>(work: Parameters<typeof db.database.transaction<T>>[1]) =>
  db.database.transaction({ kind: 'system' }, work)

test('a customer reads the own wallet by part', async () => {
  expect(await asOwn((tx) => customerBalances(tx, own.customer_id))).toEqual({
    available: 50n,
    pending_spend: 30n,
    to_be_settled: 0n,
    on_hold: 20n,
    discount: 0n,
    startup: 0n,
  })
})

test("row-level security hides another customer's money in every reading", async () => {
  const customer_id = other.customer_id
  const nothing = {
    available: 0n,
    pending_spend: 0n,
    to_be_settled: 0n,
    on_hold: 0n,
    discount: 0n,
    startup: 0n,
  }
  await asOwn(async (tx) => {
    expect(await customerBalances(tx, customer_id)).toEqual(nothing)
    expect(await balances(tx, [other.available, own.suspense])).toEqual([0n, 0n])
    expect((await flowLines(tx, customer_id, { limit: 10 })).items).toEqual([])
    expect(await flowLine(tx, customer_id, `deposit ${customer_id}`)).toBeNull()
    expect((await flowLineEntries(tx, customer_id, `deposit ${customer_id}`, { limit: 10 })).items).toEqual(
      [],
    )
    expect((await lifetimeFlowSums(tx, customer_id)).size).toBe(0)
    const { rows } = await sql`select from ledger.transfers`.execute(tx)
    expect(rows).toHaveLength(3)
  })
  await asSystem(async (tx) => {
    expect((await customerBalances(tx, customer_id)).available).toBe(50n)
    expect(
      (await flowLineEntries(tx, customer_id, `deposit ${customer_id}`, { limit: 10 })).items,
    ).toHaveLength(1)
    expect((await sql`select from ledger.transfers`.execute(tx)).rows).toHaveLength(6)
  })
})

test('fund flow: newest first, by type and month, page by page', async () => {
  const lines = Array.from({ length: 7 }, (_, index) => `billing ${index}`)
  for (const id of lines) {
    await transfer(writer, [{ ...posted(own.available, own.plan_cash, 1n), flow: flowOf('ad_billing', id) }])
  }
  await asOwn(async (tx) => {
    const first = await flowLines(tx, own.customer_id, { type: 'ad_billing', limit: 3 })
    const second = await flowLines(tx, own.customer_id, {
      type: 'ad_billing',
      limit: 3,
      cursor: first.next_cursor ?? '',
    })
    const third = await flowLines(tx, own.customer_id, {
      type: 'ad_billing',
      limit: 3,
      cursor: second.next_cursor ?? '',
    })
    const seen = [first, second, third].flatMap((page) => page.items.map((row) => row.flow_id))
    expect(seen).toEqual(lines.toReversed())
    expect(third.next_cursor).toBeNull()
    expect((await flowLines(tx, own.customer_id, { limit: 100 })).items).toHaveLength(10)
    const at = first.items[0]?.first_at ?? new Date(0)
    const month = at.toISOString().slice(0, 7)
    const inMonth = monthBounds(month, 'UTC')
    expect((await flowLines(tx, own.customer_id, { ...inMonth, limit: 100 })).items).toHaveLength(10)
    const longAgo = monthBounds('2001-02', 'Asia/Tokyo')
    expect((await flowLines(tx, own.customer_id, { ...longAgo, limit: 100 })).items).toEqual([])
  })
})

test.each([
  '',
  'x',
  Buffer.from('2026-01-01 00:00:00+00|').toString('base64url'),
  Buffer.from('2026-99-01 00:00:00+00|a').toString('base64url'),
  Buffer.from('2026-02-30 00:00:00+00|a').toString('base64url'),
  Buffer.from('0000-01-01 00:00:00+00|a').toString('base64url'),
  Buffer.from('2026-01-01 00:00:00+00|a\0b').toString('base64url'),
])('a cursor that is none is refused: %s', async (cursor) => {
  await expect(asOwn((tx) => flowLines(tx, own.customer_id, { cursor, limit: 3 }))).rejects.toMatchObject({
    reason: 'cursor_invalid',
  })
})

test('a position among the lines is none among the entries of one', async () => {
  await asOwn(async (tx) => {
    const { next_cursor } = await flowLines(tx, own.customer_id, { limit: 1 })
    const page = { cursor: next_cursor ?? '', limit: 3 }
    await expect(flowLineEntries(tx, own.customer_id, 'placed', page)).rejects.toMatchObject({
      reason: 'cursor_invalid',
      details: { field: 'cursor' },
    })
  })
})

test('a line tells its entries, and of the other side no more than its kind', async () => {
  await asOwn(async (tx) => {
    const line = await flowLine(tx, own.customer_id, `deposit ${own.customer_id}`)
    expect(line).toMatchObject({ type: 'system_deposit', amount_micros: 100n, available_micros: 100n })
    const { items } = await flowLineEntries(tx, own.customer_id, `deposit ${own.customer_id}`, { limit: 5 })
    expect(items).toMatchObject([
      {
        posting: 'deposit_credited',
        debit_code: 'suspense',
        credit_code: 'customer_available',
        amount_micros: 100n,
      },
    ])
    const withdrawn = await flowLine(tx, own.customer_id, 'withdrawn')
    expect(withdrawn).toMatchObject({ amount_micros: -20n, available_micros: -20n, on_hold_micros: 20n })
    expect((await lifetimeFlowSums(tx, own.customer_id)).get('system_deposit')).toBe(100n)
  })
})

test('staff read plans, causes and what is owed to customers', async () => {
  await asSystem(async (tx) => {
    expect(await planBalances(tx, own.plan_id)).toEqual([
      { code: 'plan_cash', owner_id: own.customer_id, balance_micros: 37n },
    ])
    expect(await customersMoney(tx)).toBe(150n)
    const entries = await transfersByCause(tx, CAUSE.kind, CAUSE.id)
    expect(entries).toHaveLength(13)
    expect(entries.at(-1)).toMatchObject({ debit_owner_id: own.customer_id, credit_subject_id: own.plan_id })
  })
})

test('the lines of a wallet part are exactly those that changed it', async () => {
  await asOwn(async (tx) => {
    const all = (await flowLines(tx, own.customer_id, { limit: 100 })).items
    for (const part of WALLET_PARTS) {
      const { items } = await flowLines(tx, own.customer_id, { part, limit: 100 })
      expect(items).toEqual(all.filter((row) => row[`${part}_micros`] !== 0n))
    }
    expect(all.some((row) => row.pending_spend_micros !== 0n)).toBe(true)
    expect(all.every((row) => row.startup_micros === 0n)).toBe(true)
  })
})
