import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { writeCursor } from '../../lib/cursor.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { newPartner, runPartnerAct } from '../../testing/worlds/partner-world.ts'
import type { Partner } from '../partner-verb.ts'

const [FEW, MANY, PAGE] = [1_000, 100_000, 20]

const t = await testServices()
afterAll(() => t.close())
const small = await newPartner(t, { side: 'publisher', role: 'owner' })
const large = await newPartner(t, { side: 'publisher', role: 'owner' })

/** A publisher with so many hours, verdicts and payouts; only their lists are looked at. */
async function plantRows({ party_id }: Partner, rows: number): Promise<void> {
  const { asOwner } = t.db
  await asOwner(
    `insert into statistics.placement_hours (placement_id, begins_at, publisher_id)
     select $3, timestamptz '2000-01-01' + ($2 + number) * interval '1 hour', $1 from generate_series(1, $2::integer) as number`,
    [party_id, rows, newId()],
  )
  await asOwner(
    `insert into delivery.publisher_verdicts
       (publisher_id, verdict_id, rule, rule_version, decided_at, events, taken_back_micros)
     select $1, gen_random_uuid(), 'device_velocity', 1, timestamptz '2000-01-01' + number * interval '1 minute', 1, 1
     from generate_series(1, $2::integer) as number`,
    [party_id, rows],
  )
  await asOwner(
    `insert into payouts.accounts (account_id, payee_kind, payee_id, account_name, sealed, account_masked, evidence_hash, proposal_id, created_at)
     values ($1, 'publisher', $1, 'Somebody', '\\x00', '•••• 3000', sha256('x'), gen_random_uuid(), now())`,
    [party_id],
  )
  await asOwner(
    `insert into payouts.payouts (payout_id, proposal_id, source, payee_id, account_id, amount_micros, sent_at)
     select gen_random_uuid(), gen_random_uuid(), 'publisher_available', $1, $1, 1000000, now()
     from generate_series(1, $2::integer)`,
    [party_id, rows],
  )
}

beforeAll(async () => {
  await plantRows(small, FEW)
  await plantRows(large, MANY)
  for (const table of ['statistics.placement_hours', 'delivery.publisher_verdicts', 'payouts.payouts'])
    await t.db.asOwner(`analyze ${table}`)
})

interface List {
  act: string
  flags?: Record<string, string>
  table: string
  /** A place near its end, as its cursor has it. */
  late: string
}

const LISTS: List[] = [
  {
    act: 'list-statistics',
    flags: { step: 'hour' },
    table: 'statistics.placement_hours',
    late: 'select begins_at::text, placement_id::text from statistics.placement_hours where publisher_id = $1 order by 1 offset 100 limit 1',
  },
  {
    act: 'list-verdicts',
    table: 'delivery.publisher_verdicts',
    late: 'select decided_at::text, verdict_id::text, rule from delivery.publisher_verdicts where publisher_id = $1 order by decided_at offset 100 limit 1',
  },
  {
    act: 'list-payouts',
    table: 'payouts.payouts',
    late: 'select payout_id::text from payouts.payouts where payee_id = $1 order by payout_id offset 100 limit 1',
  },
]

async function soFar(tx: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::text as count
    from pg_stat_xact_user_tables where relid = ${table}::regclass`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** The rows of a list's table that a page of it reads, in the transactions of the act itself. */
async function readBy(list: List, partner: Partner, after: string[] | null): Promise<number> {
  const { api } = t.services.databases
  let read = 0
  const database: Database = {
    transaction: (scope, work) =>
      api.transaction(scope, async (tx) => {
        const before = await soFar(tx, list.table)
        const found = await work(tx)
        read += (await soFar(tx, list.table)) - before
        return found
      }),
    query: (statement, values) => api.query(statement, values),
    listen: (...asked) => api.listen(...asked),
    reach: () => api.reach(),
    close: () => api.close(),
  }
  const services = { ...t.services, database, databases: { ...t.services.databases, api: database } }
  const page = { limit: String(PAGE), ...(after && { cursor: writeCursor(...after) }) }
  const program = { services, modules: t.modules }
  const { items } = await runPartnerAct(program, partner, list.act, { ...list.flags, ...page })
  expect(items).toHaveLength(PAGE)
  return read
}

test.each(LISTS)(
  '$act: a page of 100,000 rows, first or last, reads no more than of 1,000 [proof 1381]',
  async (list) => {
    const few = await readBy(list, small, null)
    expect(few).toBeGreaterThanOrEqual(PAGE)
    const [late] = await t.db.asOwner<Record<string, string>>(list.late, [large.party_id])
    for (const after of [null, Object.values(late ?? {})])
      expect(await readBy(list, large, after)).toBeLessThanOrEqual(few * 1.2)
  },
)

test('control: without its index a page of many rows is seen to read them all', async () => {
  const [list] = LISTS
  await t.db.asOwner('drop index statistics.placement_hours_by_publisher')
  if (list) expect(await readBy(list, large, null)).toBeGreaterThan(MANY / 2)
})
