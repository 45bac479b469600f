import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { type TestServices, testServices } from '../../testing/servers/test-services.ts'
import { ledgerModule } from './index.ts'
import { ledgerVerifyVerb } from './ledger-verify.ts'
import { sumEndedDays } from './reading/month-sums.repository.ts'
import { CAUSE, type FundedCustomer, fundedCustomer, posted } from './testing/funded-customer.ts'
import { transfer } from './testing/transfer.ts'

let test_services: TestServices
let customer: FundedCustomer

const AUDITOR = { staff_id: newId(), username: 'auditor', roles: ['auditor'] as const, session_token: '' }

beforeAll(async () => {
  test_services = await testServices({ modules: [ledgerModule] })
  await anyCause(test_services.db.asOwner)
})
beforeEach(async () => {
  const { ledger } = test_services.services
  customer = await fundedCustomer(ledger, 100n)
  const flow = {
    id: newId(),
    type: 'manual_withdrawal',
    subject_kind: 'withdrawal',
    subject_id: newId(),
  } as const
  const withdrawn = { ...posted(customer.available, customer.hold, 5n), flow }
  await transfer(ledger, [
    posted(customer.available, customer.plan_cash, 4n),
    withdrawn,
    { kind: 'reversal', id: newId(), reverses_id: withdrawn.id, amount_micros: 2n, cause: CAUSE, flow },
  ])
  await test_services.advance(24 * 60 * 60_000)
  await test_services.services.database.transaction({ kind: 'system' }, sumEndedDays)
})
afterAll(async () => {
  await test_services?.close()
})

const verify = () => ledgerVerifyVerb.run(test_services.services, AUDITOR, {})

test('sound books pass, and say how much there was to look at', async () => {
  await expect(verify()).resolves.toMatchObject({
    identical: true,
    differences: [],
    accounts: expect.any(Number),
  })
})

const OWNER = `(select id from ledger.accounts where owner_id = $1 and code = 'customer_available')`

/** Faults that only the schema's owner can plant, with triggers off, and the check that finds each. */
const FAULTS: [string, string][] = [
  [
    'balance',
    `update ledger.accounts set credits_posted_micros = credits_posted_micros + 1 where id = ${OWNER}`,
  ],
  [
    'zero_sum',
    `update ledger.accounts set credits_posted_micros = credits_posted_micros + 1 where id = ${OWNER}`,
  ],
  [
    'account_id',
    `update ledger.accounts set owner_id = gen_random_uuid(), customer_id = null where id = ${OWNER}`,
  ],
  [
    'account_outside_chart',
    `update ledger.accounts set side = 'debit', debits_posted_micros = 100, credits_posted_micros = 0 where id = ${OWNER}`,
  ],
  [
    'posting_not_allowed',
    `update ledger.transfers set posting = 'spend' where reverses_id is null and credit_account_id = ${OWNER}`,
  ],
  [
    'reversal',
    `update ledger.transfers set posting = 'hold' where reverses_id is not null and credit_account_id = ${OWNER}`,
  ],
  [
    'reversed_too_much',
    `update ledger.transfers set amount_micros = 6 where reverses_id is not null and credit_account_id = ${OWNER}`,
  ],
  [
    'entry_order',
    `update ledger.transfers set created_at = created_at - interval '1 hour' where reverses_id is not null and credit_account_id = ${OWNER}`,
  ],
  [
    'flow_line',
    'update ledger.flow_lines set available_micros = available_micros + 1 where customer_id = $1',
  ],
  [
    'month_sum',
    'update ledger.month_sums set available_micros = available_micros + 1 where customer_id = $1',
  ],
  ['flow_total', 'update ledger.flow_totals set amount_micros = amount_micros + 1 where customer_id = $1'],
  ['balance', `delete from ledger.transfers where reverses_id is not null and credit_account_id = ${OWNER}`],
]

const TABLES = ['accounts', 'transfers', 'flow_lines']

test.each(FAULTS)('finds a planted fault: %s', async (fault, statement) => {
  const { db } = test_services
  const switched = (how: string) =>
    Promise.all(TABLES.map((table) => db.asOwner(`alter table ledger.${table} ${how} trigger user`)))
  const tables = ['accounts', 'transfers', 'flow_lines', 'flow_totals', 'month_sums']
  for (const table of tables) await db.asOwner(`create table public.${table} as table ledger.${table}`)
  await switched('disable')
  try {
    await db.asOwner(statement, statement.includes('$1') ? [customer.customer_id] : [])
    await expect(verify()).resolves.toMatchObject({
      identical: false,
      differences: expect.arrayContaining([expect.objectContaining({ fault, count: expect.any(Number) })]),
    })
  } finally {
    await restore(tables)
    await switched('enable')
  }
  await expect(verify()).resolves.toMatchObject({ identical: true, differences: [] })
})

async function restore(tables: readonly string[]): Promise<void> {
  const { db } = test_services
  for (const table of tables) {
    const [row] = await db.asOwner<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'ledger' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    await db.asOwner(`delete from ledger.${table}`)
    await db.asOwner(
      `insert into ledger.${table} (${row?.columns}) overriding system value select ${row?.columns} from public.${table}`,
    )
    await db.asOwner(`drop table public.${table}`)
  }
}
