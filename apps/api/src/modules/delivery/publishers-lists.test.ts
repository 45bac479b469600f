import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { scopeOf } from '../partner-verb.ts'
import { ownPayouts } from '../payouts/account-changes.repository.ts'
import { placementSpans } from '../statistics/placements/placement-figures.repository.ts'
import { publisherVerdicts } from './appeals/publisher-verdicts.repository.ts'

const [FEW, MANY, PAGE] = [1_000, 100_000, 21]

const t = await testServices()
afterAll(() => t.close())
const [small, large, placement_id] = [newId(), newId(), newId()]

/** A publisher with so many hours, verdicts and payouts; only their lists are looked at. */
async function plantRows(party_id: string, rows: number): Promise<void> {
  const { asOwner } = t.db
  await asOwner(
    `insert into statistics.placement_hours (placement_id, begins_at, publisher_id)
     select $3, timestamptz '2000-01-01' + ($2 + number) * interval '1 hour', $1 from generate_series(1, $2::integer) as number`,
    [party_id, rows, placement_id],
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
  table: string
  /** A page after a place in the list. */
  page(tx: Transaction, party_id: string, after: string[] | null): Promise<string[][]>
  /** A place near its end. */
  late: string
}

const LISTS: List[] = [
  {
    table: 'statistics.placement_hours',
    page: async (tx, publisher_id, after) => {
      const wanted = { step: 'hours', publisher_id } as const
      const found = await placementSpans(tx, wanted, after && [after[0] ?? '', after[1] ?? ''], PAGE)
      return found.map(({ place }) => [...place])
    },
    late: 'select begins_at::text, placement_id::text from statistics.placement_hours where publisher_id = $1 order by 1 offset 100 limit 1',
  },
  {
    table: 'delivery.publisher_verdicts',
    page: async (tx, publisher_id, after) => {
      const place = after && ([after[0] ?? '', after[1] ?? '', after[2] ?? ''] as const)
      const found = await publisherVerdicts(tx, publisher_id, place && [...place], PAGE)
      return found.map((one) => [...one.place])
    },
    late: 'select decided_at::text, verdict_id::text, rule from delivery.publisher_verdicts where publisher_id = $1 order by decided_at offset 100 limit 1',
  },
  {
    table: 'payouts.payouts',
    page: async (tx, payee_id, after) =>
      (await ownPayouts(tx, payee_id, after?.[0], PAGE)).map(({ payout_id }) => [payout_id]),
    late: 'select payout_id::text from payouts.payouts where payee_id = $1 order by payout_id offset 100 limit 1',
  },
]

/** The rows of a list's table that a page of it reads, as the login of partners’ acts. */
async function readBy({ table, page }: List, party_id: string, after: string[] | null): Promise<number> {
  return await t.services.databases.api.transaction(scopeOf({ party_id }), async (tx) => {
    const soFar = async () => {
      const { rows } = await sql<{ count: string }>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::text as count
        from pg_stat_xact_user_tables where relid = ${table}::regclass`.execute(tx)
      return Number(rows[0]?.count ?? 0)
    }
    const before = await soFar()
    expect(await page(tx, party_id, after)).toHaveLength(PAGE)
    return (await soFar()) - before
  })
}

test.each(LISTS)(
  '$table: a page of 100,000 rows, first or last, reads no more than of 1,000 [proof 1381]',
  async (list) => {
    const few = await readBy(list, small, null)
    const [late] = await t.db.asOwner<Record<string, string>>(list.late, [large])
    for (const after of [null, Object.values(late ?? {})])
      expect(await readBy(list, large, after)).toBeLessThanOrEqual(few * 1.2)
  },
)

test('control: without its index a page of many rows is seen to read them all', async () => {
  const [list] = LISTS
  await t.db.asOwner('drop index statistics.placement_hours_by_publisher')
  if (list) expect(await readBy(list, large, null)).toBeGreaterThan(MANY / 2)
})
