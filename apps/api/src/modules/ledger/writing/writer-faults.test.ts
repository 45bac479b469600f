import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { PostgresDatabase } from '../../../database/postgres-database.ts'
import { anyCause } from '../../../testing/any-cause.ts'
import { type TestDatabase, testDatabase } from '../../../testing/servers/test-database.ts'
import { balances, createLedgerWriter, type MoneyActionKind, verifyLedger } from '../index.ts'
import { fundedCustomer, posted } from '../testing/funded-customer.ts'
import { WITHOUT_ZERO_SUM, withMutant } from '../testing/mutants.ts'
import { transfer } from '../testing/transfer.ts'
import type { TransferResult } from '../transfer.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
})
afterAll(async () => {
  await db?.close()
})

const KINDS: MoneyActionKind<null, { done: true }> = {
  name: 'test.fault',
  record: async () => {},
  outcomeOf: () => ({ done: true }),
}

/** Cuts busy connections after every 20 answers, until `done`; answers how many it cut. */
async function cutConnections(answered: () => number, done: () => boolean): Promise<number> {
  let cut = 0
  let next = 20
  while (!done()) {
    const [row] = await db.asProgram<{ ended: number }>(
      `select count(pg_terminate_backend(pid))::integer as ended from pg_stat_activity
      where $1 and datname = current_database() and usename = current_user and pid <> pg_backend_pid()
        and state <> 'idle'`,
      [answered() >= next],
    )
    if (row && row.ended > 0) {
      cut += row.ended
      next = answered() + 20
    }
  }
  return cut
}

test('connections cut in the middle of batches: every caller hears what really became of it', async () => {
  const database = new PostgresDatabase(db.program)
  const writer = createLedgerWriter(database, { batch_max: 16, queue_max: 5_000 })
  const customer = await fundedCustomer(writer, 1_000n)
  const transfers = Array.from({ length: 600 }, () => posted(customer.available, customer.plan_cash, 1n))
  const acts = Array.from({ length: 600 }, () => posted(customer.available, customer.hold, 1n))
  let finished = false
  let answered = 0
  const count = () => {
    answered += 1
  }
  const work = Promise.all([
    Promise.all(transfers.map((one) => transfer(writer, [one]).finally(count))),
    Promise.allSettled(
      acts.map((one) =>
        writer
          .submit({
            kind: KINDS,
            owner_id: customer.customer_id,
            request_id: newId(),
            request_content: 'one',
            transfers: [{ ...one, reason_if_short: 'insufficient_balance' }],
            payload: null,
          })
          .finally(count),
      ),
    ),
  ]).finally(() => {
    finished = true
  })
  const [[results, outcomes], cut] = await Promise.all([
    work,
    cutConnections(
      () => answered,
      () => finished,
    ),
  ])
  await writer.close()
  expect(cut).toBeGreaterThan(5)
  const taken = (result: readonly TransferResult[]) => result[0] === 'ok'
  const accepted = [
    ...transfers.filter((_, index) => taken(results[index] ?? [])),
    ...acts.filter((_, index) => outcomes[index]?.status === 'fulfilled'),
  ]
  const rows = await db.asOwner<{ id: string }>(
    'select id from ledger.transfers where debit_account_id = any (select id from ledger.accounts where owner_id = $1)',
    [customer.customer_id],
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual(accepted.map(({ id }) => id).toSorted())
  expect(accepted).toHaveLength(1_000)
  const [left] = await database.transaction({ kind: 'system' }, (tx) => balances(tx, [customer.available]))
  expect(left).toBe(0n)
  expect(await database.transaction({ kind: 'system' }, verifyLedger)).toMatchObject({ differences: [] })
  await database.close()
})

test('a batch that does not sum to zero is refused by the database; without its trigger it is not', async () => {
  const writer = createLedgerWriter(db.database)
  const customer = await fundedCustomer(writer, 10n)
  const move = () => transfer(writer, [posted(customer.available, customer.hold, 1n)])
  await withMutant(db, WITHOUT_ZERO_SUM, async () => {
    await expect(move()).rejects.toThrow('does not sum to zero')
    await db.asOwner('alter table ledger.accounts disable trigger accounts_sum_to_zero')
    expect(await move()).toEqual(['ok'])
    await db.asOwner('alter table ledger.accounts enable trigger accounts_sum_to_zero')
  })
  await writer.close()
  const { differences } = await db.database.transaction({ kind: 'system' }, verifyLedger)
  expect(differences.map(({ fault }) => fault)).toEqual(['balance', 'zero_sum'])
})
