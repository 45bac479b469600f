import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../database/connection.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { type TestDatabase, testDatabase } from '../../testing/servers/test-database.ts'
import { createLedgerWriter } from './index.ts'
import { fundedCustomer, posted } from './testing/funded-customer.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
  const writer = createLedgerWriter(db.database)
  const customer = await fundedCustomer(writer, 10n)
  await writer.submit({
    kind: { name: 'test.act', record: async () => {}, outcomeOf: () => null },
    owner_id: customer.customer_id,
    request_id: 'request',
    request_content: '',
    transfers: [
      posted(customer.available, customer.hold, 1n),
      posted(customer.available, customer.plan_cash, 1n),
    ],
    payload: null,
  })
  await writer.close()
})
afterAll(async () => {
  await db?.close()
})

/** How an insider with the program's login could try to write a figure directly; each is refused. */
const FORBIDDEN = [
  `insert into ledger.accounts (id, code, owner_id, side, opened_at, last_at) select gen_random_uuid(), code, owner_id, side, now(), now() from ledger.accounts limit 1`,
  `update ledger.accounts set credits_posted_micros = credits_posted_micros + 1`,
  `delete from ledger.accounts`,
  `truncate ledger.accounts cascade`,
  `alter table ledger.accounts disable trigger all`,
  `alter table ledger.accounts drop constraint balance_not_negative`,
  `insert into ledger.transfers select * from ledger.transfers limit 1`,
  `update ledger.transfers set amount_micros = amount_micros + 1`,
  `delete from ledger.transfers`,
  `truncate ledger.transfers`,
  `drop trigger transfers_stay on ledger.transfers`,
  `insert into ledger.flow_lines select * from ledger.flow_lines limit 1`,
  `update ledger.flow_lines set available_micros = 0`,
  `delete from ledger.flow_lines`,
  `truncate ledger.flow_lines`,
  `update ledger.flow_totals set amount_micros = 0`,
  `update ledger.month_sums set available_micros = 0`,
  `update ledger.summed_until set until_at = 'infinity'`,
  `insert into ledger.requests select * from ledger.requests limit 1`,
  `update ledger.requests set outcome = '{}'`,
  `delete from ledger.requests`,
  `truncate ledger.requests`,
  `update ledger.plan_customers set customer_id = gen_random_uuid()`,
  `insert into ledger.posting_pairs select 'gift', 'customer_available', 'escrow', false, false, false`,
  `update ledger.account_codes set owner_kind = 'platform'`,
  `insert into ledger.openings (account_ids, plan_ids) values ('{}', '{}')`,
  `select ledger.posting_time()`,
  `select ledger.open_accounts('{}', '{}', '{fee}', '{00000000-0000-7000-8000-000000000001}', '{null}', '{null}')`,
  `select ledger.add_to_flow_lines(${Array.from({ length: 10 }, () => 'null').join(', ')})`,
  `select ledger.check_reversals('{}')`,
  `create or replace function ledger.write_transfers() returns void language sql as 'select 1'`,
  `create table ledger.mine ()`,
  `set role adtally_owner`,
  `set session authorization adtally_owner`,
  `set session_replication_role = replica`,
]

test.each(FORBIDDEN)("the program's own role may not: %s", async (statement) => {
  const client = await connect(db.program)
  try {
    await client.query("set adtally.scope = 'system'")
    await expect(client.query(statement)).rejects.toThrow(
      /permission denied|must be owner|cannot|is not a member/,
    )
  } finally {
    await client.end()
  }
})

test("the program's own role can't grant itself anything", async () => {
  const grant = 'grant insert, update, delete, truncate on all tables in schema ledger to adtally_program'
  await expect(db.asProgram(grant)).rejects.toThrow('permission denied')
  const granted = await db.asProgram(`select from information_schema.table_privileges
    where grantee = current_user and table_schema = 'ledger' and privilege_type <> 'SELECT'`)
  expect(granted).toEqual([])
})

/** What only the trigger keeps the owner from doing. */
const FINAL = [
  ['transfers', `update ledger.transfers set amount_micros = amount_micros + 1`],
  ['transfers', `delete from ledger.transfers`],
  ['transfers', `truncate ledger.transfers`],
  ['requests', `update ledger.requests set outcome = '{}'`],
  ['requests', `delete from ledger.requests`],
  ['accounts', `delete from ledger.accounts`],
  ['accounts', `update ledger.accounts set owner_id = gen_random_uuid()`],
  ['plan_customers', `delete from ledger.plan_customers`],
] as const

describe.each(FINAL)('entries are for good: %s', (table, statement) => {
  test(`refused to the owner too: ${statement}`, async () => {
    await expect(db.asOwner(statement)).rejects.toThrow('is refused')
  })
  test('control: without the trigger the owner could', async () => {
    const client = await connect(db.owner)
    try {
      await client.query('begin')
      await client.query(`alter table ledger.${table} disable trigger user`)
      await client.query(statement)
      await client.query('rollback')
    } finally {
      await client.end()
    }
  })
})

test('the function refuses to open an account under an id that is not its own', async () => {
  await expect(
    db.asOwner(`insert into ledger.accounts (id, code, owner_id, side, opened_at, last_at)
      values (gen_random_uuid(), 'fee', '00000000-0000-7000-8000-000000000001', 'credit', now(), now())`),
  ).rejects.toThrow('is not fee of')
  await expect(
    db.asOwner(`insert into ledger.accounts (id, code, owner_id, side, credits_posted_micros, opened_at, last_at)
      select ledger.account_id('fee', owner, null), 'fee', owner, 'credit', 5, now(), now()
      from (values ('00000000-0000-7000-8000-000000000001'::uuid)) as platform (owner)`),
  ).rejects.toThrow('opens empty')
})

test('the program reads the ledger only through a scope', async () => {
  expect(await db.asProgram('select from ledger.accounts')).toHaveLength(0)
  expect(await db.asProgram('select from ledger.transfers')).toHaveLength(0)
  expect(await db.asOwner('select from ledger.transfers')).toHaveLength(4)
})
