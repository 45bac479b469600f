import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/servers/test-database.ts'
import type { Transaction } from './database.ts'

const db = await testDatabase()
afterAll(() => db.close())
await db.asOwner(
  'create table public.steps (step integer primary key, taken integer generated always as identity)',
)
await db.asOwner('create sequence public.step_numbers')
await db.asOwner('grant usage on schema public to adtally_program')
await db.asOwner('grant all on public.steps to adtally_program')
await db.asOwner('grant all on public.step_numbers to adtally_program')

const SYSTEM = { kind: 'system' } as const
const take = (tx: Transaction, step: number) =>
  sql`insert into public.steps (step) values (${step})`.execute(tx)
const steps = () => db.asOwner<{ step: number }>('select step from public.steps order by taken')

test('statements started together are carried out in the order in which they were started', async () => {
  const seen = await db.database.transaction(SYSTEM, async (tx) => {
    const [, rows, , jobs] = await Promise.all([
      take(tx, 1),
      sql<{ count: bigint }>`select count(*) as count from public.steps`.execute(tx),
      take(tx, 2),
      // With the query builder, which reaches the connection in a different way.
      tx.selectNoFrom(sql<bigint>`(select count(*) from public.steps)`.as('count')).executeTakeFirstOrThrow(),
      take(tx, 3),
    ])
    return [rows.rows[0]?.count, jobs.count]
  })
  expect(seen).toEqual([1n, 2n])
  expect((await steps()).map(({ step }) => step)).toEqual([1, 2, 3])
})

test('they leave together: the second is carried out though nobody has read the answer to the first', async () => {
  const numbers = () => db.asOwner<{ last_value: bigint }>('select last_value from public.step_numbers')
  await db.database.transaction(SYSTEM, async (tx) => {
    const both = [sql`select 1`.execute(tx), sql`select setval('public.step_numbers', 77)`.execute(tx)]
    // Both are written by the end of this turn, before the event loop can read any answer.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    const until = performance.now() + 10_000
    const { host, port, database, user, password } = db.owner
    const look = `
      const { Client } = require('pg')
      const client = new Client(${JSON.stringify({ host, port, database, user, password })})
      client.connect().then(() => client.query('select last_value::text from public.step_numbers'))
        .then(({ rows }) => { console.log(rows[0].last_value); return client.end() })`
    let seen = ''
    while (seen !== '77' && performance.now() < until) {
      seen = execFileSync(process.execPath, ['-e', look], { encoding: 'utf8' }).trim()
    }
    expect(seen).toBe('77')
    await Promise.all(both)
  })
  expect(await numbers()).toEqual([{ last_value: 77n }])
})

test('where one fails its own error is told, nothing of them is kept, and the connection goes on', async () => {
  const before = await steps()
  const failing = db.database.transaction(SYSTEM, async (tx) => {
    const last = async () => await (async () => await take(tx, 10))()
    // The failed statement's error arrives later than those of the statements after it.
    await Promise.all([take(tx, 10), last(), take(tx, 11)])
  })
  await expect(failing).rejects.toThrow('duplicate key')
  expect(await steps()).toEqual(before)
  await db.database.transaction(SYSTEM, (tx) => take(tx, 12))
  expect((await steps()).length).toBe(before.length + 1)
})

test('what comes after the end of its transaction is refused, not carried out by itself', async () => {
  const before = await steps()
  const late = Promise.withResolvers<unknown>()
  const failed = db.database.transaction(SYSTEM, async (tx) => {
    const slow = async () => {
      await failed.catch(() => {})
      await take(tx, 20).then(late.resolve, late.reject)
    }
    await Promise.all([slow(), take(tx, 1)])
  })
  await expect(failed).rejects.toThrow('duplicate key')
  await expect(late.promise).rejects.toThrow('after the end of its transaction')
  const forgotten = await db.database.transaction(SYSTEM, async (tx) => () => take(tx, 21))
  await expect(forgotten()).rejects.toThrow('after the end of its transaction')
  expect(await steps()).toEqual(before)
})
