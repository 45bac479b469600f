import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Transaction } from '../../database/database.ts'
import { writeCursor } from '../../lib/cursor.ts'
import { settleBooks } from '../../modules/delivery/index.ts'
import { type AdvertiserWorld, advertiserWorld, pictureOf } from './advertiser-world.ts'

/** Rows of each list; 100,000 in `e2e/prove/advertiser-pages.gate.ts`, which alone times them. */
const ROWS = Number(process.env.ADVERTISER_ROWS ?? 900)
/** How much longer a page may take than over a thousand. */
const RATIO_MAX = Number(process.env.ADVERTISER_RATIO_MAX ?? Number.POSITIVE_INFINITY)
const ROWS_BEFORE = process.env.ADVERTISER_ROWS === undefined ? 300 : 1_000
const TRIES = process.env.ADVERTISER_ROWS === undefined ? 1 : 31
/** Statements have a time limit. */
const PLANTED_AT_ONCE = 10_000

let world: AdvertiserWorld

beforeAll(async () => {
  world = await advertiserWorld()
  const { p, market, act, owner } = world
  const { creative_id } = await act(owner, 'create-creative', pictureOf(market.product_id))
  await market.office.run('refuse-creative', { creative_id, reason: 'Nothing can be read on it' })
  const customer = await market.customerWith('200.00')
  await market.place(customer.customer_id, 100_000_000n, undefined, 1)
  await p.services.delivery.refresh()
  await world.report(market.postback_secret, await world.clickId(), 'install')
  await settleBooks(p.services)
  await act(owner, 'set-notice-url', { url: 'http://127.0.0.1:9/notices' })
  await act(owner, 'test-notice')
  await act(owner, 'remove-notice-url')
})
afterAll(() => world.close())

/** The tables that are planted, each with what a copy of one of its rows says instead; `n` numbers the copies. */
const PLANTED: readonly [table: string, of: string, instead: string][] = [
  ['marketplace.products', 'true', `'product_id', uuid(n), 'name', 'Copy ' || n`],
  ['marketplace.creatives', `status = 'refused'`, `'creative_id', uuid(n), 'product_id', uuid(n)`],
  ['delivery.events', `kind = 'conversion'`, `'event_id', uuid(n), 'decision_id', uuid(n)`],
  ['delivery.conversions', 'true', `'event_id', uuid(n), 'decision_id', uuid(n)`],
  [
    'wallet.bank_lines',
    `assigned_kind = 'escrow'`,
    `'line_id', uuid(n), 'bank_reference', 'c' || n, 'sequence', n + 10`,
  ],
  ['marketplace.escrow_top_ups', 'true', `'top_up_id', uuid(n), 'line_id', uuid(n)`],
  ['notices.messages', `state = 'dead'`, `'message_id', uuid(n), 'subject_id', uuid(n)`],
]

/** Plants copies from one number to another, and of every second conversion a verdict. */
async function plantRows(from: number, to: number): Promise<void> {
  const { asOwner } = world.p.db
  const uuid = `('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const tables = [...PLANTED.map(([table]) => table), 'delivery.verdicts']
  for (const table of tables) await asOwner(`alter table ${table} disable trigger user`)
  for (const [table, of, instead] of PLANTED)
    await asOwner(
      `begin; set local adtally.scope = 'system';
      insert into ${table} overriding system value
      select (jsonb_populate_record(null::${table}, to_jsonb(row) || jsonb_build_object(${instead.replaceAll('uuid(n)', uuid)}))).*
      from (select * from ${table} where ${of} limit 1) as row, generate_series(${from}, ${to - 1}) as n;
      commit`,
    )
  await asOwner(
    `insert into delivery.verdicts (event_id, decision_id, verdict_id, plan_id, reported_by, rule, rule_version, decided_at,
      spend_returned_micros, revenue_reversed_micros)
    select ${uuid}, ${uuid}, ${uuid}, plan_id, reported_by, 'impossible_sequence', 1, platform.now(), 0, payout_micros
    from (select * from delivery.events where kind = 'conversion' limit 1) as row, generate_series(${from}, ${to - 1}, 2) as n`,
  )
  for (const table of tables) await asOwner(`alter table ${table} enable trigger user`)
  for (const table of tables) await asOwner(`analyze ${table}`)
}

const LISTS = [
  ...['list-products', 'list-creatives', 'list-conversions', 'list-taken-back', 'list-top-ups'],
  'list-dead-notices',
]

/** The least milliseconds, which a busy machine changes least, of each list's first page, and of one in its middle. */
async function figures(middle: number): Promise<{ asked: string; ms: number }[]> {
  const { act, owner } = world
  const cursor = writeCursor(`01990000-0000-7000-8000-${middle.toString(16).padStart(12, '0')}`)
  const found: { asked: string; ms: number }[] = []
  for (const name of LISTS)
    for (const [page, flags] of [['first', {}] as const, ['middle', { cursor }] as const]) {
      const times: number[] = []
      for (let tried = 0; tried < TRIES; tried += 1) {
        const began = performance.now()
        await act(owner, name, { ...flags, limit: '50' })
        times.push(performance.now() - began)
      }
      found.push({ asked: `${name} ${page}`, ms: Math.min(...times) })
    }
  return found
}

/** How many rows of all tables the database reads for the first page of each list, in the act's own transactions. */
async function rowsRead(): Promise<Record<string, number>> {
  const { api } = world.p.services.databases
  const counts: Record<string, number> = {}
  for (const name of LISTS) {
    let read = 0
    const counting: Database = {
      transaction: (scope, work) =>
        api.transaction(scope, async (tx) => {
          const before = await readSoFar(tx)
          const found = await work(tx)
          read += (await readSoFar(tx)) - before
          return found
        }),
      query: (statement, values) => api.query(statement, values),
      listen: (...asked) => api.listen(...asked),
      reach: () => api.reach(),
      close: () => api.close(),
    }
    const { databases } = world.p.services
    const services = { ...world.p.services, database: counting, databases: { ...databases, api: counting } }
    await world.act(world.owner, name, { limit: '50' }, services)
    counts[name] = read
  }
  return counts
}

async function readSoFar(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::text as count
    from pg_stat_xact_user_tables where schemaname <> 'platform'`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

test(`a page of an advertiser's lists costs over ${ROWS} rows what it costs over ${ROWS_BEFORE} [proof 1402]`, {
  timeout: 1_800_000,
}, async ({ task }) => {
  await plantRows(0, ROWS_BEFORE)
  await figures(ROWS_BEFORE / 2)
  const read_before = await rowsRead()
  const before = await figures(ROWS_BEFORE / 2)
  for (let from = ROWS_BEFORE; from < ROWS; from += PLANTED_AT_ONCE)
    await plantRows(from, Math.min(from + PLANTED_AT_ONCE, ROWS))
  await figures(ROWS / 2)
  const after = await figures(ROWS / 2)
  const read_after = await rowsRead()
  const more = Object.entries(read_after).filter(([name, rows]) => rows > 1.2 * (read_before[name] ?? 0))
  expect(more, JSON.stringify(read_before)).toEqual([])
  const told = after.map(({ asked, ms }, index) => ({
    ...{ asked, ms: Number(ms.toFixed(2)), ratio: Number((ms / (before[index]?.ms ?? 1)).toFixed(2)) },
  }))
  const worst = told.toSorted((one, other) => other.ratio - one.ratio)[0]
  Object.assign(task.meta, { figure: `${worst?.asked}: ${worst?.ratio} times` })
  if (process.env.ADVERTISER_ROWS !== undefined) console.log(JSON.stringify(told))
  expect(told.filter(({ ratio }) => ratio > RATIO_MAX)).toEqual([])
  for (const name of LISTS) {
    const { items, next_cursor } = await world.act(world.owner, name, { limit: '50' })
    expect([name, items.length, next_cursor === null]).toEqual([name, 50, false])
    if (name === 'list-top-ups') expect(items.at(-1).bank_reference).toMatch(/^c\d+$/)
  }
})
