import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Transaction } from '../database/database.ts'
import { newId } from '../database/identifiers.ts'
import { rowsRead } from '../testing/rows-read.ts'
import { testDatabase } from '../testing/servers/test-database.ts'
import { takeJob } from './repository.ts'

const MANY = 2_000
/** A look-up reads a handful of rows of a large table. */
const FEW = 10

const db = await testDatabase()
afterAll(() => db.close())
await db.asOwner(
  `insert into platform.jobs (kind, subject_id, due_at)
     select 'test', n::text, platform.now() + interval '1 day' from generate_series(1, $1::integer) n`,
  [MANY],
)
await db.asOwner(
  "insert into platform.jobs (kind, subject_id, due_at) values ('test', 'due', platform.now())",
)

const reading = <T>(look: (tx: Transaction) => Promise<T>) => rowsRead(db.database, 'platform.jobs', look)

test('the job that is due is found by few rows among those that are not, row-level security or not', async () => {
  const { found, rows } = await reading((tx) => takeJob(tx, ['test'], newId()))
  expect(found?.subject_id).toBe('due')
  expect(rows).toBeLessThan(FEW)
})

test('control: by the program itself every job is read', async () => {
  const { rows } = await reading((tx) =>
    sql`select from platform.jobs where coalesce(retry_at, due_at) <= platform.now()`.execute(tx),
  )
  expect(rows).toBeGreaterThanOrEqual(MANY)
})

test('only the program’s own work takes jobs', async () => {
  const customer = { kind: 'customer', customer_id: '019a0000-0000-7000-8000-000000000001' } as const
  await expect(db.database.transaction(customer, (tx) => takeJob(tx, ['test'], newId()))).rejects.toThrow(
    'worked off by the program',
  )
})
