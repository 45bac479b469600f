import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../../database/database.ts'
import { rowsRead } from '../../../testing/rows-read.ts'
import { testDatabase } from '../../../testing/servers/test-database.ts'
import { findBySignIn, findCustomer } from '../customers.repository.ts'

const MANY = 2_000
/** Rows that a look-up may read of a large table. */
const FEW = 10

const db = await testDatabase()
afterAll(() => db.close())
await db.asOwner(
  `with person as (
      insert into identity.persons (person_id, full_name, name_folded, document_hash, verified_by, verified_at)
      select uuidv7(), 'Robin', 'robin', sha256(n::text::bytea), uuidv7(), platform.now()
      from generate_series(1, $1::integer) n
      returning person_id
    ), customer as (
      insert into identity.customers (
        customer_id, person_id, username, nickname, email, phone_sealed, entry, operated_id, status, policy_version,
        created_at)
      select
        uuidv7(), person_id, 'Robin-' || number, 'Robin', 'Robin-' || number || '@Example.com', '', 'register',
        (10000000 + number)::text, 'active', 1, platform.now()
      from (select person_id, row_number() over () as number from person) numbered
      returning customer_id
    )
    insert into identity.login_passwords (customer_id, password_hash, changed_at)
    select customer_id, '$argon2id$none', platform.now() from customer`,
  [MANY],
)

const reading = <T>(look: (tx: Transaction) => Promise<T>) =>
  rowsRead(db.database, 'identity.customers', look)

describe('a customer among many is found by few rows, row-level security or not', () => {
  test.for(['robin-7', 'ROBIN-7@EXAMPLE.COM'])('signing in as %s', async (name) => {
    const { found, rows } = await reading((tx) => findBySignIn(tx, name))
    expect(found?.username).toBe('Robin-7')
    expect(rows).toBeLessThan(FEW)
  })

  test('meant by staff', async () => {
    const { found, rows } = await reading((tx) => findCustomer(tx, 'robin-7'))
    expect(found?.username).toBe('Robin-7')
    expect(rows).toBeLessThan(FEW)
  })

  test('control: by `lower` every customer is read', async () => {
    const { rows } = await reading((tx) =>
      sql`select from identity.customers where lower(username) = 'robin-7'`.execute(tx),
    )
    expect(rows).toBeGreaterThanOrEqual(MANY)
  })
})
