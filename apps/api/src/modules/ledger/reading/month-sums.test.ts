import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { anyCause } from '../../../testing/any-cause.ts'
import { type TestServices, testServices } from '../../../testing/servers/test-services.ts'
import {
  ledgerModule,
  type PartSums,
  postTransfers,
  type Transfer,
  typeSumsBefore,
  verifyLedger,
} from '../index.ts'
import { type FundedCustomer, fundedCustomer, posted } from '../testing/funded-customer.ts'
import { transfer } from '../testing/transfer.ts'
import { sumEndedDays } from './month-sums.repository.ts'

let test_services: TestServices
let customer: FundedCustomer

const HOUR_MS = 3_600_000
const STEPS = 40
const TYPES = ['ad_serving', 'ad_billing', 'manual_withdrawal'] as const

beforeAll(async () => {
  test_services = await testServices({ modules: [ledgerModule] })
  await anyCause(test_services.db.asOwner)
  customer = await fundedCustomer(test_services.services.ledger, 1_000_000n)
})
afterAll(async () => {
  await test_services?.close()
})

const asSystem = <T>(work: (tx: Transaction) => Promise<T>) =>
  test_services.services.database.transaction({ kind: 'system' }, work)
const differences = async () => (await asSystem(verifyLedger)).differences

/** Long-lived lines: every third step writes to the same one again. */
function transferOf(step: number): Transfer {
  const type = TYPES[step % TYPES.length] ?? 'ad_billing'
  const to = type === 'manual_withdrawal' ? customer.hold : customer.plan_cash
  const flow = { id: `${type} ${step % 12}`, type, subject_kind: 'plan', subject_id: customer.plan_id }
  return { ...posted(customer.available, to, BigInt(step + 1)), flow }
}

/** The same sums from every entry, without the kept sums. */
async function sumsByEntries(tx: Transaction, at: Date): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ key: string; change: bigint }>`
    select type || ' ' || wallet_part as key, sum(change)::bigint as change from ledger.line_effects
    where customer_id = ${customer.customer_id} and created_at < ${at} group by 1`.execute(tx)
  return new Map(rows.map(({ key, change }) => [key, change]))
}

async function sumsAsKept(tx: Transaction, at: Date): Promise<Map<string, bigint>> {
  const kept = new Map<string, bigint>()
  for (const [type, sums] of await typeSumsBefore(tx, customer.customer_id, at)) {
    for (const part of ['available', 'pending_spend', 'on_hold'] as const) {
      const change = sums[`${part}_micros` satisfies keyof PartSums]
      if (change !== 0n) kept.set(`${type} ${part}`, change)
    }
  }
  return kept
}

test('sums before any time are those of the entries, whatever of them is summed already (PRODUCT §3)', async () => {
  const { clock, ledger } = test_services.services
  const times: Date[] = []
  for (let step = 0; step < STEPS; step += 1) {
    await transfer(ledger, [transferOf(step)])
    times.push(clock.now())
    await test_services.advance(((step * 37) % 100) * HOUR_MS + 1)
    if (step % 5 === 4) await asSystem(sumEndedDays)
    if (step % 10 === 9) expect(await differences()).toEqual([])
  }
  const months = times.map((at) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)))
  const midnights = times.map((at) => new Date(at.toISOString().slice(0, 10)))
  const later = new Date(clock.now_ms() + 90 * 24 * HOUR_MS)
  await asSystem(async (tx) => {
    for (const at of [...times, ...months, ...midnights, later]) {
      expect(await sumsAsKept(tx, at)).toEqual(await sumsByEntries(tx, at))
    }
  })
})

/** Posts a transfer in a transaction that lasts past midnight; answers whether its day was summed meanwhile. */
async function sumsWhileOpen(): Promise<boolean> {
  while (await asSystem(sumEndedDays));
  const summed = await asSystem(async (tx) => {
    await postTransfers(tx, [transferOf(1)])
    await test_services.advance(24 * HOUR_MS)
    return await asSystem(sumEndedDays)
  })
  while (await asSystem(sumEndedDays));
  return summed
}

test('a day is summed once all that was posted on it has ended', async () => {
  expect(await sumsWhileOpen()).toBe(false)
  expect(await differences()).toEqual([])
})

test('control: without the lock of its day an entry is left out, and ledger verify says so', async () => {
  const { db } = test_services
  const [kept] = await db.asOwner<{ text: string }>(
    "select pg_get_functiondef('ledger.posting_time()'::regprocedure) as text",
  )
  await db.asOwner(`create or replace function ledger.posting_time() returns timestamptz
    language sql stable set search_path = '' return platform.now()`)
  expect(await sumsWhileOpen()).toBe(true)
  expect(await differences()).toMatchObject([{ fault: 'month_sum' }])
  await db.asOwner(kept?.text ?? '')
})

test('nothing is posted behind what is summed, even where the clock is behind it', async () => {
  const { db } = test_services
  const id = newId()
  await db.asOwner("update ledger.summed_until set until_at = until_at + interval '3 days'")
  await transfer(test_services.services.ledger, [{ ...transferOf(2), id }])
  const rows = await db.asOwner(
    'select from ledger.transfers, ledger.summed_until where id = $1 and created_at = until_at',
    [id],
  )
  expect(rows).toHaveLength(1)
})
