import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { PostgresDatabase } from '../../../database/postgres-database.ts'
import { codeOf } from '../../../database/start-error.ts'
import { anyCause } from '../../../testing/any-cause.ts'
import { type TestDatabase, testDatabase } from '../../../testing/servers/test-database.ts'
import { createLedgerWriter, type Transfer, verifyLedger } from '../index.ts'
import { fundedCustomer, posted } from '../testing/funded-customer.ts'
import { histories, historyMaker } from '../testing/history.ts'
import { postGroups, transfer } from '../testing/transfer.ts'
import { makeWorld } from '../testing/world.ts'

const WRITERS = 3
/** Concurrent transactions per pool, which has room for more, because long waits for a connection are refused. */
const TRANSACTIONS = 8
const HISTORIES = 60
const SEED = 20_261_121

let db: TestDatabase
let databases: PostgresDatabase[]

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
  databases = Array.from({ length: WRITERS }, () => new PostgresDatabase(db.program))
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await db?.close()
})

test('random histories of one world through three writers and transactions at once leave sound books', async () => {
  const world = makeWorld()
  const transfersOf = historyMaker(world)
  const writers = databases.map((database) =>
    createLedgerWriter(database, { batch_max: 8, queue_max: 10_000 }),
  )
  const groups = fc
    .sample(histories, { numRuns: HISTORIES, seed: SEED })
    .flat()
    .flatMap((step) => ('groups' in step ? step.groups.map((group) => transfersOf(group)) : []))
  const [first] = writers
  if (!first) throw new TypeError('there are writers')
  const funded = await transfer(first, world.funding)
  expect(new Set(funded)).toEqual(new Set(['ok']))
  const lastOfLane = new Map<number, Promise<unknown>>()
  const post = async (group: readonly Transfer[], index: number) => {
    const nth = index % WRITERS
    if (index % 5 > 0) return await transfer(writers[nth] ?? first, group)
    const lane = (index / 5) % (WRITERS * TRANSACTIONS)
    const tried = Promise.resolve(lastOfLane.get(lane)).then(() =>
      databases[lane % WRITERS]?.transaction({ kind: 'system' }, (tx) => postGroups(tx, [group])),
    )
    // A caller's own transaction loses if a writer has just taken the same id.
    const found = tried.catch((error: unknown) => {
      if (codeOf(error) === '23505') return []
      throw error
    })
    lastOfLane.set(lane, found)
    return (await found)?.flat() ?? []
  }
  const results = await Promise.all(groups.map(post))
  await Promise.all(writers.map((writer) => writer.close()))

  const accepted = groups.flatMap((group, index) =>
    group.filter((_, position) => results[index]?.[position] === 'ok').map(({ id }) => id),
  )
  expect(accepted.length).toBeGreaterThan(groups.length / 8)
  expect(new Set(accepted).size).toBe(accepted.length)
  const rows = await db.asOwner<{ id: string }>("select id from ledger.transfers where cause_kind = 'plan'")
  expect(rows.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted())
  const verified = await db.database.transaction({ kind: 'system' }, verifyLedger)
  expect(verified).toMatchObject({ differences: [] })
})

test('the same transfer through several writers at once is taken once', async () => {
  const writers = databases.map((database) => createLedgerWriter(database))
  for (let round = 0; round < 30; round += 1) {
    const id = newId()
    const tries = writers.map(async (writer) => {
      // Each uses the id with accounts of its own, so no row lock puts them in order.
      const customer = await fundedCustomer(writer, 1n)
      return () => transfer(writer, [{ ...posted(customer.available, customer.hold, 1n), id }])
    })
    const results = await Promise.all((await Promise.all(tries)).map((spend) => spend()))
    expect(results.flat().toSorted()).toEqual([
      'exists_with_other_content',
      'exists_with_other_content',
      'ok',
    ])
  }
  await Promise.all(writers.map((writer) => writer.close()))
})
