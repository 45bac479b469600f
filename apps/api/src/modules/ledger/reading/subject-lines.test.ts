import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { monthBounds } from '../../../lib/time-zones.ts'
import { anyCause } from '../../../testing/any-cause.ts'
import { rowsRead } from '../../../testing/rows-read.ts'
import { type TestServices, testServices } from '../../../testing/servers/test-services.ts'
import { type FlowLineRow, flowLines, ledgerModule, type Transfer } from '../index.ts'
import { type FundedCustomer, fundedCustomer, posted } from '../testing/funded-customer.ts'
import { transfer } from '../testing/transfer.ts'
import type { FlowLinesQuery } from './flow-lines.repository.ts'

let test_services: TestServices
let customer: FundedCustomer
/** Where a period may begin or end: at entries, just beside them, and at turns of months. */
const moments: Date[] = []

const HOUR_MS = 3_600_000
const STEPS = 60
const SUBJECTS = ['P100021', 'P100022', 'P100023', 'P100024', 'P100025']
const TYPES = ['ad_serving', 'ad_billing', 'manual_withdrawal'] as const
const ZONES = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']

beforeAll(async () => {
  test_services = await testServices({ modules: [ledgerModule] })
  await anyCause(test_services.db.asOwner)
  const { ledger, clock } = test_services.services
  customer = await fundedCustomer(ledger, 1_000_000n)
  for (let step = 0; step < STEPS; step += 1) {
    await transfer(ledger, [transferOf(step)])
    const now_ms = clock.now_ms()
    moments.push(new Date(now_ms), new Date(now_ms - HOUR_MS))
    await test_services.advance(((step * 37) % 100) * HOUR_MS + 1)
  }
  const months = new Set(moments.map((at) => at.toISOString().slice(0, 7)))
  for (const month of months) {
    for (const zone of ZONES) moments.push(...Object.values(monthBounds(month, zone)))
  }
})
afterAll(async () => {
  await test_services?.close()
})

const asSystem = <T>(work: (tx: Transaction) => Promise<T>) =>
  test_services.services.database.transaction({ kind: 'system' }, work)

/** Long-lived lines: each is written to repeatedly, some for months. */
function transferOf(step: number): Transfer {
  const type = TYPES[step % TYPES.length] ?? 'ad_billing'
  const subject_id = SUBJECTS[step % SUBJECTS.length] ?? ''
  const to = type === 'manual_withdrawal' ? customer.hold : customer.plan_cash
  const flow = { id: `${type} ${subject_id} ${step % 2}`, type, subject_kind: 'plan', subject_id }
  return { ...posted(customer.available, to, BigInt(step + 1)), flow }
}

type Filter = Omit<FlowLinesQuery, 'cursor' | 'limit'>

/** All lines that pass a filter, page by page. */
async function linesOf(filter: Filter, limit: number): Promise<FlowLineRow[]> {
  const found: FlowLineRow[] = []
  await asSystem(async (tx) => {
    let cursor: string | null | undefined
    do {
      const page = await flowLines(tx, customer.customer_id, {
        ...filter,
        limit,
        cursor: cursor ?? undefined,
      })
      found.push(...page.items)
      cursor = page.next_cursor
    } while (cursor !== null)
  })
  return found
}

const moment = fc.nat().map((index) => moments[index % moments.length])
const searches = fc.record({
  from_at: fc.option(moment, { nil: undefined }),
  until_at: fc.option(moment, { nil: undefined }),
  type: fc.option(fc.constantFrom(...TYPES), { nil: undefined }),
  part: fc.option(fc.constantFrom('available', 'on_hold'), { nil: undefined, freq: 1 }),
  amount_min_micros: fc.option(fc.bigInt({ min: 1n, max: 60n }), { nil: undefined, freq: 1 }),
  subject_ids: fc.subarray(SUBJECTS, { minLength: 1 }),
  limit: fc.integer({ min: 1, max: 9 }),
})
/** A search by subject finds the same lines, with the same figures, as the list has for these subjects. */
const sameLines = fc.asyncProperty(searches, async ({ limit, subject_ids, ...filter }) => {
  const all = await linesOf(filter, 100)
  const wanted = all.filter(({ subject_id }) => subject_ids.includes(subject_id))
  expect(await linesOf({ ...filter, subject_ids }, limit)).toEqual(wanted)
})

test('a search within a stretch of time finds the lines of the list, each by its part within', async () => {
  await fc.assert(sameLines, { numRuns: 150 })
})

test('a subject that is named twice is found once', async () => {
  const [subject_id = ''] = SUBJECTS
  const once = await linesOf({ subject_ids: [subject_id] }, 100)
  expect(once.length).toBeGreaterThan(2)
  expect(await linesOf({ subject_ids: [subject_id, subject_id] }, 100)).toEqual(once)
})

test('a search reads few rows, however many lines the customer has', async () => {
  const customer_id = newId()
  await test_services.db.asOwner(
    `insert into ledger.flow_lines (customer_id, flow_id, type, subject_kind, subject_id, first_at, last_at,
       available_micros, pending_spend_micros, to_be_settled_micros, on_hold_micros, discount_micros, startup_micros)
     select $1, 'placed ' || number, 'ad_serving', 'plan', 'plan ' || number, at, at, -1, 1, 0, 0, 0, 0
     from generate_series(1, 2000) as number cross join platform.now() as at`,
    [customer_id],
  )
  // Without statistics the plan depends on whether autovacuum has come by.
  await test_services.db.asOwner('analyze ledger.flow_lines')
  const query = { subject_ids: ['plan 7', 'plan 1993'], limit: 20 }
  const { found, rows } = await rowsRead(test_services.services.database, 'ledger.flow_lines', (tx) =>
    flowLines(tx, customer_id, query),
  )
  expect(found.items.map(({ subject_id }) => subject_id).toSorted()).toEqual(['plan 1993', 'plan 7'])
  expect(rows).toBeLessThan(10)
})

test('control: whole lines by when they began, as it once was, are not those of the list', async () => {
  const { db } = test_services
  const [kept] = await db.asOwner<{ source: string }>(
    "select pg_get_functiondef('ledger.flow_lines_of_subjects'::regproc) as source",
  )
  await db.asOwner(`create or replace function ledger.flow_lines_of_subjects(
      line_customer_id uuid, subject_ids text[], types text[], from_at timestamptz, until_at timestamptz,
      after_at timestamptz, after_id text, rows_max integer
    )
    returns table (
      flow_id text, type text, subject_kind text, subject_id text, first_at timestamptz, last_at timestamptz,
      available_micros bigint, pending_spend_micros bigint, to_be_settled_micros bigint, on_hold_micros bigint,
      discount_micros bigint, startup_micros bigint
    )
    language sql stable security definer set search_path = ledger, pg_temp
    begin atomic
      select
        line.flow_id, line.type, line.subject_kind, line.subject_id, line.first_at, line.last_at,
        line.available_micros, line.pending_spend_micros, line.to_be_settled_micros, line.on_hold_micros,
        line.discount_micros, line.startup_micros
      from ledger.flow_lines line
      where line.customer_id = line_customer_id and line.subject_id = any (subject_ids)
        and line.type = any (types) and line.first_at >= from_at and line.first_at < until_at
        and (line.first_at, line.flow_id) < (after_at, after_id)
      order by line.first_at desc, line.flow_id desc limit rows_max;
    end`)
  expect(await fc.check(sameLines, { numRuns: 150, endOnFailure: true })).toMatchObject({ failed: true })
  await db.asOwner(kept?.source ?? '')
})
