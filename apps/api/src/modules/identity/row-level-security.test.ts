import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../database/database.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { identityProgram } from '../../testing/worlds/identity-program.ts'

const program = await identityProgram()
afterAll(() => program.close())
const own = await buildCustomer(program.services)
const other = await buildCustomer(program.services)

async function count(scope: Scope, table: string): Promise<number> {
  return await program.services.database.transaction(scope, async (tx) => {
    const { rows } = await sql<{ count: bigint }>`select count(*) as count from ${sql.table(table)}`.execute(
      tx,
    )
    return Number(rows[0]?.count)
  })
}

const OWN_ROWS = ['identity.customers', 'identity.sessions', 'identity.persons']
const NO_ROWS = [
  'identity.login_passwords',
  'identity.transaction_passwords',
  'identity.licence_codes',
  'identity.grants',
]

describe('a customer’s scope', () => {
  test.each(OWN_ROWS)('sees one row of its own in %s', async (table) => {
    expect(await count({ kind: 'customer', customer_id: own.customer_id }, table)).toBe(1)
    expect(await count({ kind: 'system' }, table)).toBeGreaterThanOrEqual(2)
  })

  test.each(NO_ROWS)('sees nothing in %s', async (table) => {
    expect(await count({ kind: 'customer', customer_id: own.customer_id }, table)).toBe(0)
  })

  test('changes nobody else', async () => {
    await program.services.database.transaction(
      { kind: 'customer', customer_id: own.customer_id },
      async (tx) => {
        const { numAffectedRows } = await sql`
        update identity.customers set nickname = 'taken over' where customer_id = ${other.customer_id}`.execute(
          tx,
        )
        expect(numAffectedRows).toBe(0n)
      },
    )
  })

  test('without the policy it would see everybody', async () => {
    await program.db.asOwner('alter table identity.customers disable row level security')
    try {
      expect(
        await count({ kind: 'customer', customer_id: own.customer_id }, 'identity.customers'),
      ).toBeGreaterThan(1)
    } finally {
      await program.db.asOwner('alter table identity.customers enable row level security')
    }
  })
})

test.each([...OWN_ROWS, ...NO_ROWS])('no scope at all sees nothing in %s', async (table) => {
  expect(await program.db.asProgram(`select 1 from ${table}`)).toEqual([])
})

test.each([
  'delete from identity.customers',
  'update identity.customers set person_id = gen_random_uuid()',
  "update identity.persons set full_name = 'x'",
  "update identity.licence_codes set code_hash = ''",
  "update identity.sessions set access = 'full'",
  'update identity.grants set amount_micros = 1',
  'truncate identity.sessions',
])('the program may not: %s', async (statement) => {
  await expect(program.db.asProgram(statement)).rejects.toThrow('permission denied')
})
