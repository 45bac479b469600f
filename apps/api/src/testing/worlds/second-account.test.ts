import { afterAll, expect, inject, test } from 'vitest'
import { connect } from '../../database/connection.ts'
import { testProgram } from '../servers/test-program.ts'
import { buildMarket } from './build-market.ts'
import { busyCustomer } from './busy-customer.ts'
import { secondAccount } from './second-account.ts'

const t = await testProgram()
const customer = await busyCustomer(t, await buildMarket(t.services, t.modules), '135790')
const superuser = await connect({ ...inject('cluster').superuser, database: t.db.name })
afterAll(async () => {
  await superuser?.end()
  await t?.close()
})

/** What the second account reports after `fault` is written past every trigger; rolls the fault back. */
async function told(fault?: string): Promise<string[]> {
  await superuser.query('begin; set local session_replication_role = replica')
  try {
    if (fault !== undefined) await superuser.query(fault, [customer.customer_id])
    return await secondAccount(async (text) => (await superuser.query(text)).rows)
  } finally {
    await superuser.query('rollback')
  }
}

test('it finds nothing in the books of somebody who paid in, placed, withdrew and opened VIP', async () => {
  expect(await told()).toEqual([])
})

const THEIRS = `(select id from ledger.accounts where owner_id = $1 and code = 'customer_available')`

const FAULTS: readonly [string, string, readonly RegExp[]][] = [
  [
    'an account that holds what nobody posted',
    `update ledger.accounts set credits_posted_micros = credits_posted_micros + 1 where id = ${THEIRS}`,
    [/^account .* holds \d+, its entries come to \d+$/, /^all accounts come to 1$/],
  ],
  [
    'an entry that stands before an earlier one',
    `update ledger.transfers set created_at = created_at - interval '1 day' where number = (
      select max(number) from ledger.transfers where ${THEIRS} in (debit_account_id, credit_account_id))`,
    [/^entry \d+ of account .* stands before an earlier one$/],
  ],
  [
    'an account that was below zero for a while',
    `with theirs as (select ${THEIRS} as id), other as (
       select id from ledger.accounts where owner_id = $1 and code = 'withdrawal_hold')
     insert into ledger.transfers (
       id, debit_account_id, credit_account_id, amount_micros, posting, cause_kind, cause_id, created_at)
     select gen_random_uuid(), debit, credit, 1e15, 'withdrawal_asked', 'withdrawal', gen_random_uuid(), platform.now()
     from theirs, other, lateral (values (theirs.id, other.id), (other.id, theirs.id)) as moved (debit, credit)`,
    [/^account .* is at -\d+ after entry \d+$/],
  ],
  [
    'a line of the fund flow that says more',
    `update ledger.flow_lines set available_micros = available_micros + 1
     where (customer_id, flow_id) = (select customer_id, min(flow_id) from ledger.flow_lines where customer_id = $1 group by 1)`,
    [/^the lines of customer .* do not come to the wallet$/],
  ],
  [
    'a plan that was placed and never answered',
    `delete from ledger.requests where owner_id = $1 and action = 'plan.put'`,
    [/^plan \w+ was answered 0 times and placed with 50000000 of 50000000$/],
  ],
  [
    'a withdrawal of another amount than was set aside',
    'update wallet.withdrawals set amount_micros = amount_micros + 1 where customer_id = $1',
    [/^withdrawal \w+ was answered 1 times and set aside with 25000000 of 25000001$/],
  ],
]
test.each(FAULTS)('control: %s is told', async (_what, fault, sentences) => {
  const problems = await told(fault)
  expect(problems).toHaveLength(sentences.length)
  for (const [index, sentence] of sentences.entries()) expect(problems[index]).toMatch(sentence)
})
