import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Transaction } from '../../database/database.ts'
import { plant } from '../../testing/plant.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { newPartner, runPartnerAct } from '../../testing/worlds/partner-world.ts'
import type { Partner } from '../partner-verb.ts'

const [FEW, MANY, PAGE] = [1_000, 100_000, 10]

const t = await testServices()
afterAll(() => t.close())
const { asOwner } = t.db
const small = await newPartner(t, { side: 'publisher', role: 'owner' })
const large = await newPartner(t, { side: 'publisher', role: 'owner' })

/** So many entries of a publisher's free money, evenly over five years; nothing else of the books is looked at. */
async function plantEntries({ party_id }: Partner, entries: number): Promise<void> {
  await asOwner(
    `insert into ledger.accounts (id, code, owner_id, side, opened_at, last_at, credits_posted_micros)
     values (ledger.account_id('publisher_available', $1, null), 'publisher_available', $1, 'credit', now(), now(), $2::integer)`,
    [party_id, entries],
  )
  await asOwner(
    `insert into ledger.transfers
       (id, debit_account_id, credit_account_id, amount_micros, posting, cause_kind, cause_id, created_at)
     select gen_random_uuid(), gen_random_uuid(), ledger.account_id('publisher_available', $1, null), 1, 'settlement', 'plan',
       gen_random_uuid(), timestamptz '2026-11-29' - ($2 - number) * (interval '1 hour' * 43200.0 / $2)
     from generate_series(1, $2::integer) as number order by number`,
    [party_id, entries],
  )
}

const sumDays = async () => {
  const [row] = await asOwner<{ more: boolean }>('select ledger.sum_ended_days() as more')
  if (row?.more) await sumDays()
}
const differences = () =>
  asOwner("select subject from ledger.differences where fault = 'publisher_month' order by 1")

beforeAll(async () => {
  for (const table of ['ledger.transfers', 'ledger.accounts', 'marketplace.publishers'])
    await asOwner(`alter table ${table} disable trigger user`)
  await asOwner("update marketplace.publishers set verified_at = '2021-12-01'")
  await asOwner("update ledger.summed_until set until_at = '2021-01-01'")
  await plantEntries(small, FEW)
  await plantEntries(large, MANY)
  await sumDays()
  await asOwner('analyze ledger.transfers, ledger.publisher_month_sums')
})

async function soFar(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::text as count
    from pg_stat_xact_user_tables where relid = 'ledger.transfers'::regclass`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** What an act lists, and the entries that it reads for that. */
async function lists(partner: Partner, name: string, flags: Record<string, string>) {
  const { api } = t.services.databases
  let read = 0
  const database: Database = {
    transaction: (scope, work) =>
      api.transaction(scope, async (tx) => {
        const before = await soFar(tx)
        const found = await work(tx)
        read += (await soFar(tx)) - before
        return found
      }),
    query: (statement, values) => api.query(statement, values),
    listen: (...asked) => api.listen(...asked),
    reach: () => api.reach(),
    close: () => api.close(),
  }
  const services = { ...t.services, database, databases: { ...t.services.databases, api: database } }
  const { items } = await runPartnerAct({ services, modules: t.modules }, partner, name, flags)
  return { items, read }
}

test('a publisher’s months add up to its account, and a page costs the same however long its history [proof 1382]', async () => {
  const { items, read } = await lists(large, 'list-earning-statements', { limit: '500' })
  expect(read).toBe(0)
  const months = await asOwner<{ month: string; lines: bigint }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as lines from ledger.transfers
     where credit_account_id = ledger.account_id('publisher_available', $1, null) group by 1 order by 1 desc`,
    [large.party_id],
  )
  const filled = items.filter(({ lines }: { lines: number }) => lines > 0)
  expect(filled.map(({ month, lines }: { month: string; lines: number }) => [month, lines])).toEqual(
    months.map(({ month, lines }) => [month, Number(lines)]),
  )
  expect([filled[0].closing, items.at(-1).opening]).toEqual(['0.10', '0.00'])
  for (const [index, { opening }] of items.slice(0, -1).entries())
    expect(items[index + 1].closing).toBe(opening)

  const page = { limit: String(PAGE) }
  const few = await lists(small, 'list-earning-lines', { ...page, month: '2026-11' })
  for (const month of ['2026-11', '2024-03', '2022-01']) {
    const many = await lists(large, 'list-earning-lines', { ...page, month })
    expect(many.items).toHaveLength(PAGE)
    expect(many.read).toBeLessThanOrEqual(few.read * 1.2)
    const opening = items.find((one: { month: string }) => one.month === month).opening
    expect(Number(many.items[0].balance)).toBeCloseTo(Number(opening) + 0.000_001, 6)
  }
})

test('ledger verify finds a month that its entries don’t add up to; control: days that are summed without publishers', async () => {
  expect(await differences()).toEqual([])
  const change = (by: number) =>
    asOwner(`update ledger.publisher_month_sums set credited_micros = credited_micros + ${by}
             where publisher_id = '${large.party_id}' and month = '2024-03-01'`)
  await change(1)
  expect(await differences()).toEqual([{ subject: `${large.party_id} 2024-03-01` }])
  await change(-1)
  await asOwner("update ledger.summed_until set until_at = '2021-01-01'")
  await asOwner('delete from ledger.publisher_month_sums')
  const undoing = await plant(asOwner, [
    {
      routine: 'ledger.sum_ended_days',
      from: 'from publisher_changes',
      to: 'from publisher_changes join openings on false',
    },
  ])
  await sumDays()
  expect((await differences()).length).toBeGreaterThan(100)
  for (const undo of undoing) await asOwner(undo)
})
